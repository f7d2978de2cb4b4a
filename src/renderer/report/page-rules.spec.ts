import { expect, it } from 'vitest';
import { pageMark, pageRules, pagesMark } from './page-rules.ts';

const words = {
	title: 'Waste "WST-1" \\ two',
	location: 'Harbour\nKitchen',
	day: '20 Nov 2026',
	printedAt: 'Printed 10:42',
	page: `Page ${pageMark} of ${pagesMark}`,
};

it('numbers the pages and escapes every text', () => {
	const sealed = { ...words, seal: 'SHA-256 1f' };
	const rules = pageRules(sealed, { size: 'A4', landscape: false, rtl: false });
	expect(rules).toContain('size: A4 portrait');
	expect(rules).toContain('"Page " counter(page) " of " counter(pages) ""');
	expect(rules).toContain('@top-left { content: "Waste \\22 WST-1\\22  \\5c  two"');
	expect(rules).toContain('Harbour\\a Kitchen\u2069 · \u206820 Nov 2026');
	expect(rules).toContain('@bottom-center { content: "SHA-256 1f"');
});

it('starts at the right in Arabic', () => {
	const rules = pageRules(words, { size: 'Letter', landscape: true, rtl: true });
	expect(rules).toContain('size: Letter landscape');
	expect(rules).toMatch(/@top-right \{ content: "Waste/);
	expect(rules).toMatch(/@bottom-left \{ content: "Page/);
});
