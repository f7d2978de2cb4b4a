// The state of the desktop program, followed while a component shows it.
import { onMount } from 'svelte';
import type { DesktopState } from '../../shared/bridge/desktop.ts';
import type { App } from '../app.svelte.ts';
import { Loaded } from '../ui/loaded.svelte.ts';

/** Create it with the component: it has the same lifetime. */
export function followDesktop(app: App): Loaded<DesktopState> {
	const desktop = new Loaded(() => app.call('desktop.state', {}));
	onMount(() => {
		if (!app.can('auto-update')) return;
		void desktop.load();
		return app.bridge.on('desktop.changed', (state) => desktop.hear(state));
	});
	return desktop;
}
