// How a Field passes id, description and error to its control, and a dialog passes missing input to its fields.
import { createContext } from 'svelte';

interface FieldWiring {
	readonly id: string;
	readonly describedBy: string | undefined;
	readonly invalid: boolean;
	readonly required: boolean;
}

const [wiringOfField, provideWiring] = createContext<FieldWiring>();
export { provideWiring };

/** The surrounding Field; a control may stand alone with its own `aria-label`. */
export function fieldWiring(): FieldWiring | null {
	try {
		return wiringOfField();
	} catch {
		return null;
	}
}

interface DialogWiring {
	/** What is missing, after an attempt to continue. */
	readonly missing: string | null;
}

const [wiringOfDialog, provideDialogWiring] = createContext<DialogWiring>();
export { provideDialogWiring };

/** The surrounding ConfirmDialog; null on a page. */
export function dialogWiring(): DialogWiring | null {
	try {
		return wiringOfDialog();
	} catch {
		return null;
	}
}
