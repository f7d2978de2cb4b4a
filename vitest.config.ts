// Unit tests beside their sources, and the tests in test/ that need no browser.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Folders without whole programs. */
const rules = ['shared', 'main/core', 'renderer'].map((folder) => `src/${folder}/**/*.spec.ts`);

const screens = 'src/renderer/**/*.screen.spec.ts';

export default defineConfig({
	// State kept in `.svelte.ts` files is tested as the browser runs it: left alone, Svelte would compile for a server,
	// where effects never run.
	plugins: [
		svelte({
			configFile: false,
			emitCss: false,
			dynamicCompileOptions: () => ({ generate: 'client', css: 'external' }),
		}),
	],
	ssr: { resolve: { conditions: ['browser', ...defaultServerConditions] } },
	test: {
		environment: 'node',
		pool: 'forks',
		maxWorkers: 2,
		retry: 0,
		// A rejection that nobody waits for would end the program, but for the hosts: here it fails the run.
		dangerouslyIgnoreUnhandledErrors: false,
		testTimeout: 20_000,
		hookTimeout: 20_000,
		setupFiles: ['test/support/fixed-seed.ts'],
		// Specs take turns in two processes, which read the modules once: a spec puts back what it changes of the process.
		isolate: false,
		// Both share the two workers, and what starts whole programs begins first, so that none is left for the end.
		projects: [
			{
				extends: true,
				test: {
					name: 'programs',
					include: ['src/**/*.spec.ts', 'test/**/*.spec.ts', 'bench/**/*.spec.ts'],
					exclude: [...rules, 'test/e2e/**', 'node_modules/**'],
				},
			},
			{ extends: true, test: { name: 'rules', include: rules, exclude: [screens] } },
			// Components in a document without layout: what a screen shows, and which calls its buttons make.
			{
				extends: true,
				test: {
					name: 'screens',
					include: [screens],
					environment: './test/support/document.ts',
					server: { deps: { inline: [/svelte/, /bits-ui/, /runed/] } },
				},
			},
		],
	},
});
