// What an element shows, as lines of text that read like the screen: `Butter | 24 | [Remove]`.
import { computeAccessibleName } from 'dom-accessibility-api';

const blocks = new Set(
	'address article aside blockquote caption dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section table tbody td tfoot th thead tr ul'.split(
		' ',
	),
);
const cells = new Set(['td', 'th']);

/**
 * Buttons are `[name]`, links `<text #/path>`, boxes `{name: value}`, with `off`, `on` or `open` for their states. Cells
 * are separated by bars, a term and its value by a colon.
 */
export function shownLines(root: Element): string[] {
	const lines: string[] = [];
	let line = '';
	const end = () => {
		const text = line
			.replaceAll(/\s+/g, ' ')
			.replaceAll(/( \|)+$/g, '')
			.trim();
		if (text !== '' && text !== '|') lines.push(text);
		line = '';
	};
	const walk = (node: Node) => {
		if (node.nodeType === Node.TEXT_NODE) line += node.nodeValue ?? '';
		if (!(node instanceof HTMLElement)) return;
		const name = node.localName;
		if (name === 'style' || node.hidden || node.getAttribute('aria-hidden') === 'true') return;
		const control = controlText(node);
		if (control !== null) {
			line += ` ${control} `;
			return;
		}
		const inRow = cells.has(name) || (node.closest('td, th') !== null && name !== 'tr');
		const breaks = blocks.has(name) && !inRow && name !== 'dd';
		if (breaks) end();
		if (name === 'dd') line += ': ';
		if (/^h\d$/.test(name)) line += `${'#'.repeat(Number(name[1]))} `;
		for (const child of node.childNodes) walk(child);
		if (cells.has(name)) line += ' | ';
		else if (breaks && name !== 'dt') end();
		else if (blocks.has(name)) line += ' ';
	};
	walk(root);
	end();
	return lines;
}

const controls = 'button, a, input, textarea, select, [role=button], [role=menuitem]';

function controlText(node: HTMLElement): string | null {
	if (!node.matches(controls)) return null;
	const states = [
		node.matches(':disabled, [aria-disabled=true]') ? 'off' : '',
		node.matches(
			'[aria-pressed=true], [aria-checked=true], [aria-current=true], [aria-selected=true]:not(tr)',
		)
			? 'on'
			: '',
		node.getAttribute('aria-expanded') === 'true' ? 'open' : '',
		node.matches('[aria-invalid=true]') ? 'wrong' : '',
	].filter((state) => state !== '');
	const marked = [nameOf(node), ...states].filter((word) => word !== '').join(', ');
	if (node instanceof HTMLInputElement) {
		if (node.type === 'hidden') return '';
		const isTicked = node.checked ? 'yes' : 'no';
		return `{${marked}: ${['checkbox', 'radio'].includes(node.type) ? isTicked : node.value}}`;
	}
	if (node instanceof HTMLTextAreaElement) return `{${marked}: ${node.value}}`;
	if (node instanceof HTMLSelectElement)
		return `{${marked}: ${node.selectedOptions[0]?.textContent.trim() ?? ''}}`;
	return node.localName === 'a' && node.getAttribute('role') === null
		? `<${marked} ${node.getAttribute('href') ?? ''}>`
		: `[${marked}]`;
}

const nameOf = (node: HTMLElement): string =>
	computeAccessibleName(node).replaceAll(/\s+/g, ' ').trim();
