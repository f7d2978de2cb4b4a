// How a Field tells the control inside it which id, description and error are its own.
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
