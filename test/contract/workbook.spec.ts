// Workbooks open with any character in them: checked with our own ZIP and XML readers.
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportTable } from '../../src/shared/report/report.ts';
import { xlsxOf } from '../../src/renderer/report/xlsx.ts';

test('a workbook is well-formed and returns every text, with any characters', async () => {
	const odd = fc
		.array(
			fc.oneof(
				fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
				fc.constantFrom('\0', '\u0001', '\r', '\v', '\u007F', '\u0085', '\uFFFE', '\uFFFF'),
				fc.constantFrom('\uD800', '\uDFFF', '_x000A_', '_x000a_', '_x005F_', ']]>', '&amp;', '<'),
			),
			{ minLength: 1, maxLength: 6 },
		)
		.map((parts) => parts.join(''));
	await fc.assert(
		fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 5 }), async (column) => {
			const [name = ''] = column;
			const rows = column.map((each) => [each]);
			const table: ReportTable = { name, columns: [{ kind: 'text', label: name }], rows };
			const report = { title: '', fileName: '', location: '', day: '', facts: [], tables: [table] };
			const file = await xlsxOf(report, 'ltr');
			expect(textsOf(file)).toEqual([name, ...column].map(shownAs));
		}),
		{ numRuns: 100 },
	);
});

/** Texts of the first column, read independently of the writer. */
function textsOf(file: Uint8Array): string[] {
	const parts = unzipped(Buffer.from(file));
	for (const [name, xml] of parts) if (/\.(xml|rels)$/.test(name)) parsed(xml);
	const shared = parsed(parts.get('xl/sharedStrings.xml') ?? '').items;
	return parsed(parts.get('xl/worksheets/sheet1.xml') ?? '').values.map(
		(at) => shared[Number(at)] ?? '',
	);
}

/** A ZIP's files from its central directory (APPNOTE 4.3.12). */
function unzipped(zip: Buffer): Map<string, string> {
	const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
	const files = new Map<string, string>();
	let at = zip.readUInt32LE(end + 16);
	for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
		const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
		const local = zip.readUInt32LE(at + 42);
		const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
		const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 20));
		const isPlain = zip.readUInt16LE(at + 10) === 0;
		files.set(name, (isPlain ? bytes : inflateRawSync(bytes)).toString('utf8'));
		at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
	}
	return files;
}

/** @throws if the XML is not well-formed */
function parsed(xml: string): { items: string[]; values: string[] } {
	const notAllowed = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
	if (notAllowed.test(xml)) throw new Error('A character that XML does not have.');
	const found = { items: [] as string[], values: [] as string[] };
	const token = /<\?[^<>]*\?>|<(\/?)([\w:.-]+)(?:\s+[\w:.-]+="[^"<]*")*\s*(\/?)>|([^<]+)/y;
	const open: string[] = [];
	let text = '';
	while (token.lastIndex < xml.length) {
		const [all, closing, tag, empty, characters] = token.exec(xml) ?? [];
		if (all === undefined || /&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(all))
			throw new Error('The XML is not well-formed.');
		if (characters !== undefined) text = characters;
		if (tag === undefined) continue;
		if (closing === '/') {
			if (open.pop() !== tag) throw new Error('The XML is not well-formed.');
			if (tag === 't') found.items.push(readText(text));
			if (tag === 'v') found.values.push(text);
		} else if (empty !== '/') open.push(tag);
		text = '';
	}
	return found;
}

const entities: ReadonlyMap<string, string> = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

const readText = (xml: string): string =>
	xml
		.replace(/&(\w+);/g, (_all, name: string) => entities.get(name) ?? '')
		.replace(/&#x([0-9a-fA-F]+);/g, (_all, hex: string) =>
			String.fromCodePoint(Number.parseInt(hex, 16)),
		)
		.replace(/&#(\d+);/g, (_all, digits: string) => String.fromCodePoint(Number(digits)))
		.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);

/** Noncharacters are replaced. */
const shownAs = (text: string) => text.replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
