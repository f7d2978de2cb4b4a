// Host features for screens outside the core: saving files and printing.

export interface OfferedFile {
	/** With extension (`waste.csv`); the person may choose another name. */
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * `saved`: under the name the person chose. `downloaded`: the browser put it in its download folder. `failed`: nothing
 * saved; `why` is the system's message.
 */
export type SaveOutcome =
	| { readonly kind: 'saved'; readonly name: string }
	| { readonly kind: 'downloaded' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly why: string };

export const paperSizes = ['A4', 'Letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** Paper format; print styles decide the content. */
export interface Paper {
	readonly size: PaperSize;
	readonly landscape: boolean;
}

export type PrintOutcome =
	/** The print dialog was shown; browsers do not report the outcome. */
	| { readonly kind: 'shown' }
	| { readonly kind: 'printed' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly why: string };

export interface HostParts {
	saveFile(file: OfferedFile): Promise<SaveOutcome>;
	/** Prints the page with its print styles, through the system dialog. */
	print(paper: Paper): Promise<PrintOutcome>;
	/** Saves the same page as a PDF; null if the print dialog can do that itself. */
	readonly savePdf: ((name: string, paper: Paper) => Promise<SaveOutcome>) | null;
}
