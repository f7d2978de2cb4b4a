// A screen of a count over counted goods, for specs.
import type { CountPlanInput } from '../../src/shared/bridge/count-plan.ts';
import {
	defaultCountingRules,
	type CountingRules,
} from '../../src/shared/bridge/counting-rules.ts';
import type { AppState, Settings } from '../../src/shared/bridge/app.ts';
import { openCountedGoods } from './counted-goods.ts';
import { enterBox, openCount } from './counting.ts';
import type { Kitchen } from './kitchen.ts';
import { openScreen, type Answers } from './screen.ts';
import { shownLines } from './shown-lines.ts';

interface Opening {
	plan?: Partial<CountPlanInput>;
	/** By line: 1 Whole milk, 2 Butter, 3 Flour; in the freezer 4 Whole milk, 5 Cream. Another person is before a colon. */
	typed?: Record<number, string>;
	counting?: Partial<CountingRules>;
	settings?: Partial<Settings>;
	answers?: Answers;
	state?: Partial<AppState>;
	can?: NonNullable<Parameters<typeof openScreen>[1]['can']>;
	/** What happens to the count before its screen is opened. */
	before?: (kitchen: Kitchen, stocktakeId: string) => unknown;
}

/** @param path of the count, which is `ID` */
export async function openCountScreen(
	path: string,
	{ plan = {}, typed = {}, counting = {}, settings = {}, before, ...opening }: Opening = {},
) {
	const kitchen = await openCountedGoods();
	Object.assign(kitchen.settings, {
		counting: { ...defaultCountingRules, ...counting },
		scanner: { ...kitchen.settings.scanner, sound: false },
		...settings,
	});
	const stocktakeId = openCount(kitchen, plan);
	for (const [lineNo, text] of Object.entries(typed)) {
		const [said = '', person = kitchen.settings.person] = text.split(':').toReversed();
		const box = { unitId: lineNo === '3' ? '2' : '1', by: person };
		enterBox(kitchen, stocktakeId, Number(lineNo), said, box);
	}
	await before?.(kitchen, stocktakeId);
	const screen = await openScreen(path.replace('ID', stocktakeId), { kitchen, ...opening });
	const words = (part: Element | null): string =>
		part === null ? '' : shownLines(part).join('\n').replaceAll(stocktakeId, 'ID');
	const part = (role: string, name?: RegExp | string) =>
		words(screen.page.getByRole(role, name === undefined ? {} : { name }));
	return {
		...screen,
		kitchen,
		stocktakeId,
		/** The page without its head and foot: from the line that begins so. */
		shown: (from = '') => {
			const text = words(document.querySelector('main'));
			return text.slice(Math.max(`\n${text}`.indexOf(`\n${from}`), 0));
		},
		part,
		words,
		dialog: () => screen.dialog().replaceAll(stocktakeId, 'ID'),
		/** The line of a review becomes the current one. */
		async grab(lineNo: number): Promise<void> {
			document.querySelector<HTMLElement>(`tr[data-line="${String(lineNo)}"] a`)?.focus();
			await screen.settle();
		},
		panel: () => part('region', /^Line /),
		/** Chooses in the menu of the sheet. */
		more: (entry: string | RegExp): Promise<void> => screen.fromMenu('More', entry),
	};
}
