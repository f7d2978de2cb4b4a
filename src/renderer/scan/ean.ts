// Draws EAN-8 and EAN-13 barcodes (ISO/IEC 15420), to test a scanner with.

/** Modules of a digit with odd parity; dark is 1. */
const odd = [
	'0001101',
	'0011001',
	'0010011',
	'0111101',
	'0100011',
	'0110001',
	'0101111',
	'0111011',
	'0110111',
	'0001011',
] as const;

/** The parity of the left digits of an EAN-13 encodes its first digit; 1 is even. */
const parities = [
	'000000',
	'001011',
	'001101',
	'001110',
	'010011',
	'011001',
	'011100',
	'010101',
	'010110',
	'011010',
] as const;

/** The modules of a code with 8 or 13 digits, as 0 and 1. */
export function eanModules(code: string): string {
	const digits = [...code].map(Number);
	const isLong = digits.length === 13;
	const parity = isLong ? (parities[digits[0] ?? 0] ?? '') : '0000';
	const rest = isLong ? digits.slice(1) : digits;
	const half = rest.length / 2;
	const left = rest.slice(0, half).map((digit, at) => {
		const modules = odd[digit] ?? '';
		return parity[at] === '1' ? reversed(inverted(modules)) : modules;
	});
	const right = rest.slice(half).map((digit) => inverted(odd[digit] ?? ''));
	return `101${left.join('')}01010${right.join('')}101`;
}

const inverted = (modules: string): string =>
	[...modules].map((module) => (module === '1' ? '0' : '1')).join('');

const reversed = (modules: string): string => [...modules].toReversed().join('');

/** Light modules that a scanner needs on each side. */
const quiet = 11;
const height = 40;

/** The barcode as a `data:` URL of an SVG picture. */
export function eanPicture(code: string): string {
	const modules = eanModules(code);
	const bars = [...modules].flatMap((module, at) =>
		module === '1' ? [`M${at + quiet} 4h1v${height}h-1z`] : [],
	);
	const width = modules.length + quiet * 2;
	const svg =
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${(height + 8) * 2}" ` +
		`viewBox="0 0 ${width} ${height + 8}" shape-rendering="crispEdges">` +
		`<path fill="#fff" d="M0 0h${width}v${height + 8}H0z"/><path d="${bars.join('')}"/></svg>`;
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
