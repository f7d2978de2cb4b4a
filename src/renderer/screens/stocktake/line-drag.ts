// A line is dragged by its number and dropped on another line: on its upper half, or on its lower one.
import { dropOf, type NewPlace } from './arranging.ts';
import type { SheetArea, SheetRow } from './count-sheet.svelte.ts';

type Half = 'upper' | 'lower';

/** What dragging needs of the sheet. */
interface DragStage {
	/** The line in a row of the grid, counted from 0; undefined where that is the head of a shelf. */
	readonly lineAt: (row: number) => SheetRow | undefined;
	readonly area: () => SheetArea | null;
	readonly drop: (row: SheetRow, to: NewPlace | null) => void;
}

export class LineDrag {
	readonly #stage: DragStage;
	#dragged: SheetRow | null = null;
	/** The row of the page that shows where the line would go. */
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
		// Row 1 is the head of the table.
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
