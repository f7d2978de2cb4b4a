// How a Field tells the control inside it which id, description and error are its own, and how a dialog tells its fields
// what is missing.
import { createContext } from 'svelte';

interface FieldWiring {
	readonly id: string;
	readonly describedBy: string | undefined;
	readonly invalid: boolean;
	readonly required: boolean;
}

const [wiringOfField, provideWiring] = createContext<FieldWiring>();
export { provideWiring };

/** The wiring of the Field around a control; a control may also stand alone, with its own `aria-label`. */
export function fieldWiring(): FieldWiring | null {
	try {
		return wiringOfField();
	} catch {
		return null;
	}
}

interface DialogWiring {
	/** What is missing, once somebody wanted to go on without it. */
	readonly missing: string | null;
}

const [wiringOfDialog, provideDialogWiring] = createContext<DialogWiring>();
export { provideDialogWiring };

/** The wiring of the ConfirmDialog around a field; null on a page. */
export function dialogWiring(): DialogWiring | null {
	try {
		return wiringOfDialog();
	} catch {
		return null;
	}
}
