// Takes a price that was paid into the purchase option. This is an edit of the record, sent as any other.
import type { App } from '../../app.svelte.ts';

type Accepted = { readonly ok: true } | { readonly ok: false; readonly said: string };

export async function acceptPrice(
	app: App,
	optionId: string,
	from: string,
	to: string,
): Promise<Accepted> {
	const draft = { type: 'purchaseOption', id: optionId, draftId: crypto.randomUUID() } as const;
	const change = { at: 'price', was: from, to };
	const kept = await app.call('record.save', {
		...draft,
		revision: 0,
		step: 'keep',
		changes: [change],
	});
	if (!kept.ok) return { ok: false, said: app.explain(kept) };
	const revision = kept.value.state === 'kept' ? kept.value.revision : 0;
	const sent = await app.call('record.save', {
		...draft,
		revision,
		step: 'send',
		intentId: crypto.randomUUID(),
	});
	if (!sent.ok) return { ok: false, said: app.explain(sent) };
	return sent.value.state === 'queued' || sent.value.state === 'applied'
		? { ok: true }
		: { ok: false, said: app.t('price.notAccepted') };
}
