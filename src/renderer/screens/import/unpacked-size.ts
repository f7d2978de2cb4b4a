// The size of a ZIP archive when it is unpacked, as its directory declares it (APPNOTE 4.3.12, 4.3.16). A small file can
// unpack to more than fits into memory. Our reader of workbooks never unpacks more of an entry than is declared for it,
// except where nothing is declared.

const endOfDirectory = 0x06054b50;
const entryOfDirectory = 0x02014b50;
const longestComment = 0xffff;

/** Infinity if an entry does not declare its size; null if this is no archive. */
export function unpackedSize(bytes: Uint8Array): number | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const end = endOf(view);
	if (end === null) return null;
	let sum = 0;
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
		if (at + 46 > end || view.getUint32(at, true) !== entryOfDirectory) return null;
		const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
		// An entry of 4 GB has its size elsewhere, and is too big anyway.
		sum += unpacked === 0 && packed > 2 ? Infinity : unpacked;
		at += 46 + [28, 30, 32].reduce((length, part) => length + view.getUint16(at + part, true), 0);
	}
	return sum;
}

function endOf(view: DataView): number | null {
	const last = view.byteLength - 22;
	for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
		if (view.getUint32(at, true) === endOfDirectory) return at;
	return null;
}
