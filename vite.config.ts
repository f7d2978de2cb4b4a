// The screens: src/renderer built to dist/renderer, the same files for the window and for the browser.
// Both hosts answer with a Content-Security-Policy of `script-src 'self'; style-src 'self'; font-src 'self'`,
// so nothing here may end up inline: no data: fonts, no inline script, no style element.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
	root: 'src/renderer',
	base: '/',
	plugins: [svelte({ configFile: false })],
	worker: { format: 'es' },
	build: {
		outDir: '../../dist/renderer',
		emptyOutDir: true,
		// The oldest Chromium that Debian stable and Electron bring; no other engine shows these screens.
		target: 'chrome140',
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		sourcemap: true,
	},
});
