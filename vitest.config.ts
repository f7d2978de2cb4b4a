// Unit tests beside their sources, and the tests in test/ that need no browser.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	// For state kept in `.svelte.ts` files: they are tested as the browser runs them, with live runes.
	plugins: [svelte({ compilerOptions: { generate: 'client' } })],
	resolve: { conditions: ['browser'] },
	test: {
		environment: 'node',
		include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
		exclude: ['test/e2e/**', 'node_modules/**'],
		pool: 'forks',
		maxWorkers: 2,
		retry: 0,
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
});
