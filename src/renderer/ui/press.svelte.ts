// A press of a button or a form, under way until what it does is done.

/** What a press does; a promise is awaited. */
export type Press = (event: MouseEvent) => unknown;

export class Pressed {
	isUnderWay = $state(false);

	/** Does nothing while the press before is under way. */
	press(act: () => unknown): void {
		if (this.isUnderWay) return;
		const done = act();
		if (!(done instanceof Promise)) return;
		this.isUnderWay = true;
		void done.finally(() => (this.isUnderWay = false));
	}
}
