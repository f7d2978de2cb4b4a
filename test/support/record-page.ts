// The form of a record on a screen, in a kitchen with two suppliers, while the service answers.
import { openStockedKitchen, type Kitchen } from './kitchen.ts';
import { openScreen, type Answers } from './screen.ts';

export const openRecordKitchen = (): Promise<Kitchen> =>
	openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 30, rating: 'A' },
				{ id: 'P-2', name: 'Hill Farm', code: 'HF' },
			],
			'purchaseOption.list': [{ id: 'O-1', itemId: '1', supplierId: 'P-1', uomId: 3, price: '6' }],
		},
	});

const online = { state: 'online', lastAnswerAt: 0, reason: null } as const;

export async function openRecord(kitchen: Kitchen, path: string, answers: Answers = {}) {
	const screen = await openScreen(path, { kitchen, answers, state: { network: online } });
	const form = () => {
		const lines = screen.shown().split('\n');
		return lines.slice(lines.findIndex((line) => line.startsWith('## ')));
	};
	return {
		...screen,
		form: () => form().join('\n'),
		/** What stands above the fields, and below them. */
		around: () => {
			const lines = form();
			const at = (text: string) => lines.findIndex((line) => line.startsWith(text));
			return [...lines.slice(0, at('Basics')), '…', ...lines.slice(at('### History'))].join('\n');
		},
		fill: (name: RegExp, text: string) => screen.fill(name, `${text}{Tab}`),
	};
}
