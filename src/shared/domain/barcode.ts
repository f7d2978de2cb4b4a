// Barcodes as scanners send them, brought to one form so that the index and the scan meet.

/** Whether the text is a GTIN (8, 12, 13 or 14 digits) whose last digit is right by GS1's modulo-10 rule. */
export function gtinCheckDigitValid(code: string): boolean {
	if (!/^(\d{8}|\d{12,14})$/.test(code)) return false;
	let sum = 0;
	for (let place = 0; place < code.length; place++) {
		const fromRight = code.length - 1 - place;
		sum += Number(code[place]) * (fromRight % 2 === 1 ? 3 : 1);
	}
	return sum % 10 === 0;
}

// ISO/IEC 15424: `]`, the symbology, a modifier. Scanners may be set to send it before every code.
const SYMBOLOGY_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;
// The prefixes that say "GS1 element string": GS1-128, DataBar, DataMatrix, QR. Its 01 begins a 14-digit GTIN.
const GS1_GTIN = /^\](?:C1|e0|d2|Q3)01(\d{14})/;
// Keyboard-wedge scanners put control characters around a code, and some labels carry spaces.
const EDGES = /^[\p{Cc}\s]+|[\p{Cc}\s]+$/gu;

/**
 * The one form in which a barcode is stored and looked up: no edges, no symbology prefix, and of the GTINs that
 * differ in leading zeros only the EAN-8, else the EAN-13 (a UPC-A gets its zero), else the 14 digits. Codes that
 * are no GTIN, a kitchen's own labels, stay as they are.
 */
export function normaliseBarcode(scanned: string): string {
	const trimmed = scanned.replace(EDGES, '');
	const code = GS1_GTIN.exec(trimmed)?.[1] ?? trimmed.replace(SYMBOLOGY_PREFIX, '');
	if (!gtinCheckDigitValid(code)) return code;
	const gtin = code.padStart(14, '0');
	if (gtin.startsWith('000000')) return gtin.slice(6);
	return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}
