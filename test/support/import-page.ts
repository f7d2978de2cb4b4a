// The import of a table, over a kitchen with three suppliers. The thread that reads tables is in this one.
import { onTestFinished, vi } from 'vitest';
import { readFile, readText, type FileRead } from '../../src/renderer/screens/import/read-table.ts';
import { askedRows, headsOf, type Asked } from '../../src/renderer/screens/import/table-thread.ts';
import { Importing } from './importing.ts';
import { openScreen, type Answers } from './screen.ts';

/** Goes on to the next step. */
export const finish = '{Control>}{Enter}{/Control}';
/** Of two suppliers that are here, one with an error, and of two others. */
export const pasted = [
	'Name\tCode\tPayment days\tRating',
	'Riverside Dairy\t007\t45\t4',
	'Green Hill Farm\tGH\tsoon\t3',
	'New Mill\tNM\t7\t5',
	'Abbey Bakery\t7\t\t',
];

class TableWorker {
	onmessage: (event: { data: unknown }) => void = () => undefined;
	#read: FileRead | null = null;

	async postMessage(asked: Asked): Promise<void> {
		if (asked.ask === 'rows') {
			this.onmessage({ data: this.#read?.ok === true ? askedRows(this.#read, asked) : [] });
			return;
		}
		this.#read =
			asked.ask === 'file'
				? await readFile(asked.file, asked.choice)
				: readText(asked.text, asked.name, { encoding: 'utf-8', separator: '' });
		this.onmessage({ data: headsOf(this.#read) });
	}

	terminate(): void {
		this.onmessage = () => undefined;
	}
}

/** Until the test ends. */
export function giveTableThread(): void {
	vi.stubGlobal('Worker', TableWorker);
	onTestFinished(() => void vi.unstubAllGlobals());
}

/** Answers can be replaced while it is open. */
export async function openImport(
	path = '/imports/new',
	opening: Parameters<typeof openScreen>[1] = {},
) {
	giveTableThread();
	const importing = await Importing.open();
	const { kitchen } = importing;
	const answers: Answers = { ...opening.answers };
	const screen = await openScreen(path, { kitchen, ...opening, answers });
	/** Until answers that take turns are here. */
	const turns = async () => {
		for (let turn = 0; turn < 5; turn += 1) {
			await kitchen.clock.settle();
			await screen.settle();
		}
	};
	const after =
		<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>) =>
		async (...input: Input) => {
			await act(...input);
			await turns();
		};
	return {
		...screen,
		importing,
		kitchen,
		answers,
		turns,
		click: after((name: string | RegExp, role?: string) => screen.click(name, role)),
		keys: after((keys: string) => screen.keys(keys)),
		give: after((file: File) => screen.giveFiles('Choose a file', file)),
		choose: after((name: string, option: string) => screen.choose(name, option)),
		paste: after(async (...rows: string[]) => {
			await screen.user.click(screen.page.getByLabelText(/^Or paste rows/));
			await screen.user.paste(rows.join('\n'));
			await screen.settle();
		}),
		lines: () => screen.shown().split('\n'),
	};
}
