// Says what became of a change that is made at the service at once, not through the outbox.
import type { Reply } from '../../shared/bridge/reply.ts';
import type { App } from '../app.svelte.ts';
import { saidWords } from '../messages/problem-words.ts';

export function tellChanged(
	{ t, explain, notices }: App,
	reply: Reply<{ readonly state: 'applied' | 'not-confirmed' }>,
): void {
	const said = reply.ok
		? t(`access.${reply.value.state}`)
		: reply.code === 'refused'
			? t('access.refused', { said: saidWords(t, reply.message) })
			: explain(reply);
	notices.show(said, reply.ok && reply.value.state === 'applied' ? undefined : 'amber');
}
