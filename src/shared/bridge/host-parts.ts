// What a screen asks of its host beside the calls to the core: to save a file and to print. The core has no part in it.

/** A file made by a screen. */
export interface OfferedFile {
	/** With its ending, such as `waste.csv`; the person may choose another. */
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * `saved`: under the name that the person chose. `handed-over`: the browser keeps it where it keeps what it downloads.
 * `failed`: nothing was kept; `why` is the system's word for it.
 */
export type SaveOutcome =
	| { readonly kind: 'saved'; readonly name: string }
	| { readonly kind: 'handed-over' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly why: string };

export const paperSizes = ['A4', 'Letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** How the page is printed: what it shows on paper stands in its print styles. */
export interface Paper {
	readonly size: PaperSize;
	readonly landscape: boolean;
}

export type PrintOutcome =
	/** The print dialog was shown: what came of it, the browser says to nobody. */
	| { readonly kind: 'shown' }
	| { readonly kind: 'printed' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly why: string };

export interface HostParts {
	saveFile(file: OfferedFile): Promise<SaveOutcome>;
	/** Prints the page as its print styles show it, after the system's own dialog. */
	print(paper: Paper): Promise<PrintOutcome>;
	/** The same page as a PDF file; null where the print dialog saves one itself. */
	readonly savePdf: ((name: string, paper: Paper) => Promise<SaveOutcome>) | null;
}
