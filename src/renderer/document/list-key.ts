/** A key in a list of a line: digits choose, Enter goes on, and the arrows belong to the list. */
export function listKey(
	event: KeyboardEvent,
	{ choose, goOn }: { choose: (() => void) | null; goOn: () => unknown },
): void {
	if (event.ctrlKey || event.altKey || event.metaKey) return;
	if (choose !== null) {
		event.preventDefault();
		choose();
	} else if (event.key === 'Enter') {
		event.preventDefault();
		event.stopPropagation();
		void goOn();
	} else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
		event.stopPropagation();
	}
}
