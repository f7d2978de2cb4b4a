// Everything that runs outside the screens (core, hosts, practice service), built to dist/main with one file out
// for each file in: src/main/x becomes dist/main/x, src/shared and src/practice stand in it under their own names.
// Packages are not bundled; the installed program carries them in node_modules.
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { relative, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Source path → path below dist/main, with forward slashes. */
function placeInDist(source: string): string {
	return relative('src', source)
		.split(sep)
		.join('/')
		.replace(/^main\//, '');
}

// Each module is an entry, so one that is reached by its address (a worker, a migration) is there too.
const modules = globSync('src/{main,practice}/**/*.ts', {
	exclude: (path) => /\.spec\.ts$|\.d\.ts$|(^|[\\/])preload\.ts$/.test(path),
});

/** Copies the SQL files, which are read by `new URL('./migrations/…', import.meta.url)`. */
const copySql: Plugin = {
	name: 'stillroom:copy-sql',
	generateBundle() {
		for (const path of globSync('src/{main,practice}/**/*.sql')) {
			this.emitFile({ type: 'asset', fileName: placeInDist(path), source: readFileSync(path) });
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
			input: Object.fromEntries(
				modules.map((path) => [placeInDist(path).replace(/\.ts$/, ''), path]),
			),
			external: [/^electron$/, /^node:/, ...builtinModules],
			output: {
				format: 'es',
				preserveModules: true,
				preserveModulesRoot: 'src/main',
				entryFileNames: '[name].js',
			},
		},
	},
});
