// Host features for screens outside the core: saving files and printing.

export interface OfferedFile {
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `downloaded`: the browser put it in its download folder. `why` is the system's message. */
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

export interface OpenedFile {
	readonly name: string;
	readonly text: string;
}

/** An entry of the program's own menu; choosing it emits `desktop.chosen` with its id. */
export interface MenuCommand {
	readonly id: string;
	readonly label: string;
	/** Shown and heard by the system, in Electron's notation: `CommandOrControl+K`. */
	readonly accelerator: string | null;
}

export interface HostParts {
	takeOpenedFile(): Promise<OpenedFile | null>;
	setMenu(title: string, commands: readonly MenuCommand[]): Promise<void>;
	saveFile(file: OfferedFile): Promise<SaveOutcome>;
	print(paper: Paper): Promise<PrintOutcome>;
	/** Saves the same page as a PDF; null if the print dialog can do that itself. */
	readonly savePdf: ((name: string, paper: Paper) => Promise<SaveOutcome>) | null;
}
