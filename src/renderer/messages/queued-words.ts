// What to say when a step was added to the outbox: offline it is only saved.
import type { App } from '../app.svelte.ts';

export function queuedWords({ t, state }: Pick<App, 't' | 'state'>, online: string): string {
	const { state: network } = state.network;
	return network === 'offline' || network === 'unknown' ? t('common.savedOffline') : online;
}
