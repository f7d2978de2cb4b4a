// Dining options. As the document shows, their answers also report the outcome in the body. At most one is the default.
import { done } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { plain } from './plain-rules.ts';

export const diningOptionHandlers = {
	'diningOption.create': ({ body }, practice) => {
		const created = plain.diningOption.create(body, practice);
		if (!created.ok) return created;
		leaveOneDefault(created.value, practice);
		return done(outcome('Created.', created.value.id));
	},
	'diningOption.update': ({ body }, practice) => {
		const updated = plain.diningOption.update(body.id, body, practice);
		if (!updated.ok) return updated;
		leaveOneDefault(body, practice);
		return done(outcome('Updated.', body.id));
	},
} satisfies HandlersOf<'diningOption'>;

const outcome = (message: string, id: string) => ({
	isSuccess: true,
	isFailed: false,
	message,
	hasMessage: true,
	id,
});

function leaveOneDefault(
	option: { readonly id: string; readonly isDefault?: boolean | undefined },
	{ records }: Practice,
): void {
	if (option.isDefault !== true) return;
	for (const each of records.all('diningOption')) {
		if (each.id === option.id || each.isDefault !== true) continue;
		records.update('diningOption', { ...each, isDefault: false });
	}
}
