// electron-builder.yml is read only for a release. These tests read it with the builder's own code and guard the fuses,
// unsigned builds without variables, and package contents.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = process.cwd();
const both = ['x64', 'arm64'];
const systems = ['win', 'linux', 'mac'] as const;
type System = (typeof systems)[number];

/** The builder's functions for merging configuration and choosing files, which have no public types. */
interface Builder {
	getConfig(folder: string, file: string, options: null): Promise<unknown>;
	getMainFileMatchers(...place: Place): Matcher[];
	getNodeModuleFileMatcher(...place: [...first4: FirstFour, info: object]): Matcher;
	FileMatcher: new (
		from: string,
		to: string,
		macros: (pattern: string) => string,
		patterns: string[],
	) => Matcher;
	schema: Record<string, unknown>;
}
type FirstFour = [
	from: string,
	to: string,
	macros: (pattern: string) => string,
	platformConfig: object,
];
type Place = [...first4: FirstFour, packager: object, outDir: string, isElectronCompile: boolean];
interface Matcher {
	isEmpty(): boolean;
	containsOnlyIgnore(): boolean;
	createFilter(): (path: string, stat: { isDirectory(): boolean }) => boolean;
}

const target = z.object({ target: z.string(), arch: z.array(z.string()) });
const platform = z.looseObject({ target: z.array(target) });
const configuration = z.looseObject({
	asarUnpack: z.array(z.string()),
	npmRebuild: z.boolean(),
	forceCodeSigning: z.boolean(),
	electronFuses: z.record(z.string(), z.boolean()),
	directories: z.looseObject({ output: z.string() }),
	win: platform,
	linux: platform,
	mac: platform,
	nsis: z.looseObject({ oneClick: z.boolean(), perMachine: z.boolean() }),
});
const manifest = z
	.object({ main: z.string(), dependencies: z.record(z.string(), z.unknown()) })
	.parse(JSON.parse(readFileSync('package.json', 'utf8')));

const builder = findBuilder();
const release = await merged('electron-builder.yml');

describe('configuration', () => {
	test.each(['electron-builder.yml', 'build/e2e.yml'])(
		'%s fits the builder’s own schema',
		async (file) => {
			const ajv = new Ajv({ allErrors: true, strict: false });
			ajv.addKeyword({
				keyword: 'typeof',
				validate: (type: unknown, value: unknown) => typeof value === type,
			});
			const fits = ajv.compile(builder.schema);

			expect(fits(parse(readFileSync(file, 'utf8'))), ajv.errorsText(fits.errors)).toBe(true);
			expect(fits(await merged(file)), ajv.errorsText(fits.errors)).toBe(true);
			expect(fits({ appID: 'misspelt' })).toBe(false);
		},
	);

	test('a release cannot be used as a bare Node, and admits no debugger', () => {
		expect(release.electronFuses).toEqual({
			resetAdHocDarwinSignature: true,
			runAsNode: false,
			enableCookieEncryption: true,
			enableNodeOptionsEnvironmentVariable: false,
			enableNodeCliInspectArguments: false,
			enableEmbeddedAsarIntegrityValidation: true,
			onlyLoadAppFromAsar: true,
			grantFileProtocolExtraPrivileges: false,
		});
	});

	test('the test flavour differs only in the debugger and its folder', async () => {
		const { extends: _, ...flavour } = await merged('build/e2e.yml');
		expect(flavour).toEqual({
			...release,
			directories: { ...release.directories, output: 'release/e2e' },
			electronFuses: { ...release.electronFuses, enableNodeCliInspectArguments: true },
		});
	});

	test('without the variables nothing is signed, or refused for that', () => {
		expect(release.forceCodeSigning).toBe(false);
		const signing =
			/"(cscLink|cscKeyPassword|identity|sign|signtoolOptions|azureSignOptions|notarize|provisioningProfile)"/;
		expect(JSON.stringify(release)).not.toMatch(signing);
	});

	test('the native module is used prebuilt, never compiled', () => {
		expect(release.npmRebuild).toBe(false);
	});

	test('Windows’ installer asks for one user or all, Linux gets a deb before an AppImage', () => {
		expect(release.nsis).toMatchObject({ oneClick: false, perMachine: false });
		expect(release.win.target).toEqual([{ target: 'nsis', arch: both }]);
		expect(release.linux.target).toEqual([
			{ target: 'deb', arch: both },
			{ target: 'AppImage', arch: both },
		]);
		expect(release.mac.target).toEqual([
			{ target: 'dmg', arch: both },
			{ target: 'zip', arch: both },
		]);
	});

	test('no output file has a space in its name', () => {
		for (const named of [release.nsis, release.linux, release.mac]) {
			expect(named['artifactName']).toMatch(/^\$\{name\}-\$\{version\}-[^ ]+\.\$\{ext\}$/);
		}
	});
});

describe.each(systems)('package for %s', (system) => {
	const node = { win: 'win32', linux: 'linux', mac: 'darwin' }[system];

	test.each(both)('(%s) contains exactly its own prebuild', (arch) => {
		const carries = packageFilter(system, arch);
		const folder = 'node_modules/better-sqlite3/prebuilds';
		const carried = readdirSync(folder).filter((name) => carries(`${folder}/${name}`));
		expect(carried).toEqual([`${node}-${arch}.node`]);
	});

	test("leaves out SQLite's sources and keeps what loads it", () => {
		const carries = packageFilter(system, 'x64');
		const folder = 'node_modules/better-sqlite3';
		expect(carries(`${folder}/lib/index.js`)).toBe(true);
		expect(carries(`${folder}/package.json`)).toBe(true);
		expect(carries(`${folder}/deps/sqlite3/sqlite3.c`)).toBe(false);
		expect(carries(`${folder}/src/better_sqlite3.cpp`)).toBe(false);
		expect(carries(`${folder}/binding.gyp`)).toBe(false);
	});

	test('contains the built program and nothing else of the project', () => {
		const carries = projectFilter(system);
		expect(carries(manifest.main)).toBe(true);
		expect(carries('dist/preload/preload.cjs')).toBe(true);
		expect(carries('dist/main/migrations/0001.sql')).toBe(true);
		expect(carries('dist/renderer/index.html')).toBe(true);
		expect(carries('package.json')).toBe(true);
		expect(carries('dist/renderer/assets/index.js.map')).toBe(false);
		expect(carries('src/main/launch.ts')).toBe(false);
		expect(carries('test/packaging.spec.ts')).toBe(false);
		expect(carries('README.md')).toBe(false);
	});
});

test('keeps the native module outside the archive and everything else inside', () => {
	const matcher = new builder.FileMatcher(root, '/', (pattern) => pattern, release.asarUnpack);
	const unpacks = filterOf(matcher);
	expect(unpacks('node_modules/better-sqlite3/prebuilds/linux-x64.node')).toBe(true);
	expect(unpacks(manifest.main)).toBe(false);
});

test('the bundled packages run the practice service, and none is already in the screens', () => {
	const packages = Object.keys(manifest.dependencies);
	expect(packages).toEqual(
		expect.arrayContaining(['fastify', '@fastify/multipart', 'better-sqlite3']),
	);
	const screens =
		/^(svelte|bits-ui|virtua|intl-messageformat|@fontsource.*|@internationalized)(\/|$)/;
	expect(packages.filter((name) => screens.test(name))).toEqual([]);
});

/** Files the builder takes from node_modules. */
function packageFilter(system: System, arch: string): (path: string) => boolean {
	const matcher = builder.getNodeModuleFileMatcher(root, '/', macros(arch), release[system], {
		config: release,
		debugLogger: { isEnabled: false },
	});
	return filterOf(matcher);
}

/** Files the builder takes from the project. */
function projectFilter(system: System): (path: string) => boolean {
	const info = {
		config: release,
		projectDir: root,
		buildResourcesDir: 'build',
		isPrepackedAppAsar: false,
		debugLogger: { isEnabled: false },
	};
	const matchers = builder.getMainFileMatchers(
		root,
		'/',
		macros('x64'),
		release[system],
		{ info },
		join(root, release.directories.output),
		false,
	);
	const filters = matchers.map((matcher) =>
		// The builder reads a list of only exclusions as "everything but".
		matcher.isEmpty() || matcher.containsOnlyIgnore() ? () => true : filterOf(matcher),
	);
	return (path) => filters.some((takes) => takes(path));
}

function filterOf(matcher: Matcher): (path: string) => boolean {
	const takes = matcher.createFilter();
	return (path) => takes(join(root, path), { isDirectory: () => false });
}

function macros(arch: string): (pattern: string) => string {
	return (pattern) => pattern.replaceAll('${arch}', arch);
}

/** The configuration with the builder's defaults and its base file. */
async function merged(file: string): Promise<z.infer<typeof configuration>> {
	return configuration.parse(await builder.getConfig(root, file, null));
}

/** The builder is a dependency of electron-builder, so it is resolved from there. */
function findBuilder(): Builder {
	const require = createRequire(
		createRequire(import.meta.url).resolve('electron-builder/package.json'),
	);
	const load = (part: string) => z.looseObject({}).parse(require(`app-builder-lib/${part}`));
	const parts = {
		...load('out/fileMatcher'),
		...load('out/util/config/config'),
		schema: load('scheme.json'),
	};
	return z.custom<Builder>((value) => typeof value === 'object').parse(parts);
}
