// Starts the screens: open the bridge, load the state, render.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { App as AppContext } from './app.svelte.ts';
import { openBridge } from './bridge/bridge.ts';
import { Language } from './messages/language.svelte.ts';
import { screens } from './screens/index.ts';
import { Route } from './shell/route.svelte.ts';

const target = document.querySelector('#app');
if (target === null) throw new Error('index.html has no #app');

try {
	const app = new AppContext(
		await openBridge(),
		new Route(screens, window.location.hash, window.history),
	);
	const started = await app.start();
	if (started.ok) mount(App, { target, props: { app } });
	else target.textContent = app.explain(started);
} catch (error) {
	// Without a host there are no settings: the browser's language is the best guess.
	const language = new Language(navigator.language.startsWith('ar') ? 'ar' : 'en');
	document.documentElement.lang = language.code;
	document.documentElement.dir = language.direction;
	target.textContent = language.t('shell.noHost');
	console.error(error);
}
