// Whether the system asks for more contrast.
import { MediaQuery } from 'svelte/reactivity';

export class MoreContrast {
	readonly #query = new MediaQuery('(prefers-contrast: more)');

	get wanted(): boolean {
		return this.#query.current;
	}
}
