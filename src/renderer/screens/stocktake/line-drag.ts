// Dragging a line by its number onto the upper or lower half of another.
import { dropOf, type NewPlace } from './arranging.ts';
import type { SheetArea, SheetRow } from './sheet-lines.svelte.ts';

type Half = 'upper' | 'lower';

/** The sheet's part in dragging. */
interface DragStage {
	/** The line in a grid row, from 0; undefined for a shelf heading. */
	readonly lineAt: (row: number) => SheetRow | undefined;
	readonly area: () => SheetArea | null;
	readonly drop: (row: SheetRow, to: NewPlace | null) => void;
}

export class LineDrag {
	readonly #stage: DragStage;
	#dragged: SheetRow | null = null;
	/** The page row that shows the drop position. */
	#marked: HTMLElement | null = null;

	constructor(stage: DragStage) {
		this.#stage = stage;
	}

	start(row: SheetRow): void {
		this.#dragged = row;
	}

	end = (): void => {
		this.#dragged = null;
		this.#mark(null);
	};

	over = (event: DragEvent): void => {
		const target = this.#dragged === null ? null : this.#targetOf(event);
		if (target === null) return;
		event.preventDefault();
		this.#mark(target.element, halfOf(event, target.element));
	};

	drop = (event: DragEvent): void => {
		const target = this.#targetOf(event);
		const area = this.#stage.area();
		this.#mark(null);
		if (this.#dragged === null || target === null || area === null) return;
		event.preventDefault();
		const half = halfOf(event, target.element);
		this.#stage.drop(this.#dragged, dropOf(area, this.#dragged, target.row, half));
	};

	#targetOf(event: DragEvent): { element: HTMLElement; row: SheetRow } | null {
		const element = (event.target as Element).closest<HTMLElement>('tr[aria-rowindex]');
		// Row 1 is the table head.
		const row = this.#stage.lineAt(Number(element?.getAttribute('aria-rowindex')) - 2);
		return element === null || row === undefined ? null : { element, row };
	}

	#mark(element: HTMLElement | null, half: Half = 'lower'): void {
		this.#marked?.removeAttribute('data-drop');
		this.#marked = element;
		element?.setAttribute('data-drop', half);
	}
}

function halfOf(event: DragEvent, element: HTMLElement): Half {
	const { top, height } = element.getBoundingClientRect();
	return event.clientY < top + height / 2 ? 'upper' : 'lower';
}
