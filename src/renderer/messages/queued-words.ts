// What to say when a step was added to the outbox: offline it is only saved.
import type { App } from '../app.svelte.ts';

export const queuedWords = ({ t, state }: Pick<App, 't' | 'state'>, online: string): string =>
	state.network.state === 'offline' ? t('common.savedOffline') : online;
