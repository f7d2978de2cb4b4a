// Unit tests beside their sources, and the tests in test/ that need no browser.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	// State kept in `.svelte.ts` files is tested as the browser runs it: left alone, Svelte would compile for a server,
	// where effects never run.
	plugins: [svelte({ configFile: false, dynamicCompileOptions: () => ({ generate: 'client' }) })],
	ssr: { resolve: { conditions: ['browser', ...defaultServerConditions] } },
	test: {
		environment: 'node',
		include: ['src/**/*.spec.ts', 'test/**/*.spec.ts', 'bench/**/*.spec.ts'],
		exclude: ['test/e2e/**', 'node_modules/**'],
		pool: 'forks',
		maxWorkers: 2,
		retry: 0,
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
});
