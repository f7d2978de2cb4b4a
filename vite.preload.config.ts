// The preload script as one CommonJS file: a sandboxed preload can load neither modules nor a second file.
import { defineConfig } from 'vite';

export default defineConfig({
	publicDir: false,
	build: {
		ssr: 'src/main/electron/preload.ts',
		outDir: 'dist/preload',
		emptyOutDir: true,
		target: 'node24',
		rolldownOptions: {
			external: ['electron'],
			output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
		},
	},
	ssr: { noExternal: true },
});
