// Normalises barcodes from scanners so that lookups match the index.

/** Whether the text is a GTIN (8, 12, 13 or 14 digits) with a valid GS1 modulo-10 check digit. */
export function gtinCheckDigitValid(code: string): boolean {
	if (!/^(\d{8}|\d{12,14})$/.test(code)) return false;
	let sum = 0;
	for (let place = 0; place < code.length; place++) {
		const fromRight = code.length - 1 - place;
		sum += Number(code[place]) * (fromRight % 2 === 1 ? 3 : 1);
	}
	return sum % 10 === 0;
}

// ISO/IEC 15424: `]`, symbology, modifier. Scanners can be configured to send it before every code.
const SYMBOLOGY_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;
// Symbology prefixes of GS1 element strings (GS1-128, DataBar, DataMatrix, QR), followed by 01 and a 14-digit GTIN.
const GS1_GTIN = /^\](?:C1|e0|d2|Q3)01(\d{14})/;
// Keyboard-wedge scanners put control characters around a code, and some labels carry spaces.
const EDGES = /^[\p{Cc}\s]+|[\p{Cc}\s]+$/gu;

/**
 * Trimmed, without a symbology prefix. A GTIN with leading zeros becomes the EAN-8, else the EAN-13 (a UPC-A gains its
 * zero), else all 14 digits. Other codes stay unchanged.
 */
export function normaliseBarcode(scanned: string): string {
	const trimmed = scanned.replace(EDGES, '');
	const code = GS1_GTIN.exec(trimmed)?.[1] ?? trimmed.replace(SYMBOLOGY_PREFIX, '');
	if (!gtinCheckDigitValid(code)) return code;
	const gtin = code.padStart(14, '0');
	if (gtin.startsWith('000000')) return gtin.slice(6);
	return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}

const OTHER_DIGITS = /[٠-٩۰-۹]/g;

/** Arabic keyboards type Arabic-Indic or extended Arabic-Indic digits, also for a scanner. */
export const withLatinDigits = (text: string): string =>
	text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
