// Everything that runs outside the screens (core, hosts, practice service), built to the flat folder dist/main: one file
// for each way in, and one for what several of them share. Six files are read in a third less time than six hundred.
// Packages are not bundled; the installed program carries them in node_modules.
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** What a process or a thread begins with. */
const entries = {
	launch: 'src/main/launch.ts',
	electron: 'src/main/electron/main.ts',
	practice: 'src/practice/main.ts',
	'log-writer-thread': 'src/main/host/log-writer-thread.ts',
	'copy-file-thread': 'src/main/host/copy-file-thread.ts',
	'check-file-thread': 'src/main/host/check-file-thread.ts',
};

/** Copies the SQL files to where `new URL('./…', import.meta.url)` finds them from a file of dist/main. */
const copySql: Plugin = {
	name: 'stillroom:copy-sql',
	generateBundle() {
		for (const path of globSync('src/{main,practice}/**/*.sql')) {
			const [, inMigrations] = path.split(/[\\/]store[\\/]/);
			const fileName = (inMigrations ?? basename(path)).replaceAll('\\', '/');
			this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
		}
	},
};

export default defineConfig({
	publicDir: false,
	plugins: [copySql],
	build: {
		ssr: true,
		outDir: 'dist/main',
		emptyOutDir: true,
		target: 'node24',
		rolldownOptions: {
			input: entries,
			external: [/^electron$/, /^node:/, ...builtinModules],
			output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
		},
	},
});
