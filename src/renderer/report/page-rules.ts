// CSS rules of printed pages: size, header and footer.
import type { PaperSize } from '../../shared/bridge/host-parts.ts';

/** Texts of the header and footer. */
interface PageWords {
	readonly title: string;
	readonly location: string;
	readonly day: string;
	readonly printedAt: string;
	/** `Page {page} of {pages}` with both marks still in it. */
	readonly page: string;
	/** The report's fingerprint; empty if none. */
	readonly seal?: string;
}

/** Placeholders in `PageWords.page` that each page fills in. */
export const pageMark = '\u{E000}';
export const pagesMark = '\u{E001}';

/** A constructed style sheet, as the content security policy requires. */
export function pageRules(
	words: PageWords,
	{ size, landscape, rtl }: { size: PaperSize; landscape: boolean; rtl: boolean },
): string {
	const [start, end] = rtl ? (['right', 'left'] as const) : (['left', 'right'] as const);
	const box = (at: string, content: string) =>
		`@${at} { content: ${content}; color: #57534a; font: 8pt 'Inter Variable', 'Noto Sans Arabic Variable', sans-serif; }`;
	return `@page {
	size: ${size} ${landscape ? 'landscape' : 'portrait'};
	margin: 18mm 13mm 16mm;
	${box(`top-${start}`, cssText(words.title))}
	${box(`top-${end}`, cssText(`\u2068${words.location}\u2069 · \u2068${words.day}\u2069`))}
	${box(`bottom-${start}`, cssText(words.printedAt))}
	${box('bottom-center', cssText(words.seal ?? ''))}
	${box(`bottom-${end}`, counters(words.page))}
}`;
}

function counters(words: string): string {
	return words
		.split(new RegExp(`(${pageMark}|${pagesMark})`, 'u'))
		.map((part) => {
			if (part === pageMark) return 'counter(page)';
			return part === pagesMark ? 'counter(pages)' : cssText(part);
		})
		.join(' ');
}

/** A CSS string with quotes, backslashes and control characters escaped. */
const cssText = (text: string): string =>
	`"${text.replace(/["\\\p{Cc}]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
