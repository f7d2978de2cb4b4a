// What every field of every answer changes on the screens: one field at a time says something else, and the page is
// opened again. By night, because most of it is seen by the other specs of the screens.
import { expect, it, onTestFinished, vi } from 'vitest';
import { enterBox } from '../../../test/support/counting.ts';
import { wasteLine, wasteToSave } from '../../../test/support/documents.ts';
import { openToPress, page, toldOf } from '../../../test/support/pressing.ts';
import { variantsOf } from '../../../test/support/variants.ts';
import { refused } from '../../../test/support/verdicts.ts';
import { whole } from '../../../test/support/whole.ts';
import { contract, type CallName } from '../../shared/bridge/contract.ts';

/** How a part looks, where it leads, and what it is called. */
const attributes = ['href', 'title', 'aria-label', 'aria-invalid', 'disabled', 'class'];

function attributesOf(part: Element): string[] {
	return attributes.flatMap((name) => {
		const words = part.getAttribute(name)?.split(' ') ?? [];
		// Svelte names its styles by their text.
		const told = words.filter((word) => word !== '' && !word.startsWith('svelte-')).join(' ');
		return told === '' ? [] : `${name}=${told}`;
	});
}

/** Its texts, what its boxes hold, and the attributes of its parts. */
function signsOf(part: Node): string[] {
	const text = part.nodeType === Node.TEXT_NODE ? (part.nodeValue ?? '').trim() : '';
	return [
		...(part instanceof HTMLInputElement ? [`{${part.value}}`] : []),
		...(text === '' ? [] : [text]),
		...(part instanceof Element ? attributesOf(part) : []),
		...[...part.childNodes].flatMap(signsOf),
	];
}

/** Those of the first that the second lacks. */
function without(first: readonly string[], second: readonly string[]): string[] {
	const left = new Map<string, number>();
	for (const sign of second) left.set(sign, (left.get(sign) ?? 0) + 1);
	return first.filter((sign) => {
		const number = left.get(sign) ?? 0;
		left.set(sign, number - 1);
		return number <= 0;
	});
}

/** The first few. */
function listed(mark: string, signs: readonly string[]): string {
	const left = signs.length - 6;
	return [`${mark} ${signs.slice(0, 6).join(' / ')}`, ...(left > 0 ? [`${left} more`] : [])].join(
		' / ',
	);
}

/** A value; of records and lists only that there is one. */
function said(value: unknown): string {
	if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
	return typeof value === 'object' && value !== null ? '{…}' : String(value);
}

it.runIf(whole)(
	'shows what each field says',
	async () => {
		let varied: { name: CallName; value: unknown } | null = null;
		const answers = new Map<CallName, unknown>();
		const { screen, stocktakeId, named, go } = await openToPress({
			change(name, value) {
				answers.set(name, value);
				return varied?.name === name ? varied.value : value;
			},
		});
		// A value that never occurs may break its page; the record shows that too.
		const muted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
		onTestFinished(() => muted.mockRestore());
		const kitchen = screen.kitchen!;
		enterBox(kitchen, stocktakeId, 1, '40', { by: 'Samir' });
		const { documentId } = kitchen.call('wastage.save', wasteToSave([wasteLine()]));
		kitchen.service.next = [refused];
		kitchen.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
		await kitchen.send();
		const shown: string[] = [];
		for (const [path, name] of named) {
			varied = null;
			await go(path);
			answers.clear();
			await go(path);
			const before = signsOf(page());
			shown.push(name);
			for (const [call, value] of new Map(answers))
				for (const other of variantsOf(contract[call].output, value)) {
					const told = `${call}${other.path}: ${said(other.says)}`;
					varied = { name: call, value: other.value };
					await go(path);
					const now = signsOf(page());
					const shows = [
						['+', without(now, before)],
						['−', without(before, now)],
					] as const;
					const texts = shows.flatMap(([mark, signs]) =>
						signs.length === 0 ? [] : listed(mark, signs),
					);
					if (texts.length > 0) shown.push(`\t${told} → ${texts.join(' ')}`);
				}
		}
		await expect(toldOf(shown)).toMatchFileSnapshot('varied.txt');
	},
	600_000,
);
