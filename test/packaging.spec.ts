// electron-builder.yml is only read when a release is made. These tests read it as the builder does, and hold fast
// what must not change by accident: the fuses, unsigned without variables, one prebuild per package.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/** The parts of the builder that decide which file goes where; they have no public types. */
interface FileMatcher {
	addPattern(pattern: string): void;
	createFilter(): (path: string, stat: { isDirectory(): boolean }) => boolean;
}
const builder = builderParts();

const target = z.object({ target: z.string(), arch: z.array(z.string()) });
const platform = z.looseObject({ target: z.array(target), files: z.array(z.string()) });
const text = z.string();
const configuration = z.looseObject({
	files: z.array(text),
	asarUnpack: z.array(text),
	npmRebuild: z.boolean(),
	forceCodeSigning: z.boolean(),
	electronFuses: z.record(text, z.boolean()),
	win: platform,
	linux: platform,
	mac: platform,
	nsis: z.looseObject({ oneClick: z.boolean(), perMachine: z.boolean(), artifactName: text }),
});

const release = configuration.parse(readYaml('electron-builder.yml'));
const manifest = z
	.object({ main: text, dependencies: z.record(text, text), devDependencies: z.record(text, text) })
	.parse(JSON.parse(readFileSync('package.json', 'utf8')));

describe('the configuration', () => {
	test.each(['electron-builder.yml', 'build/e2e.yml'])(
		'%s fits the builder’s own schema',
		(file) => {
			const ajv = new Ajv({ allErrors: true, strict: false });
			ajv.addKeyword({
				keyword: 'typeof',
				validate: (type: unknown, value: unknown) => typeof value === type,
			});
			const schema = z
				.record(text, z.unknown())
				.parse(JSON.parse(readFileSync(builder.schemaPath, 'utf8')));
			const fits = ajv.compile(schema);

			expect(fits(readYaml(file)), ajv.errorsText(fits.errors)).toBe(true);
			expect(fits({ appID: 'misspelt' })).toBe(false);
		},
	);

	test('a release lets nobody use the program as a bare Node or attach a debugger', () => {
		expect(release.electronFuses).toEqual({
			runAsNode: false,
			enableCookieEncryption: true,
			enableNodeOptionsEnvironmentVariable: false,
			enableNodeCliInspectArguments: false,
			enableEmbeddedAsarIntegrityValidation: true,
			onlyLoadAppFromAsar: true,
			grantFileProtocolExtraPrivileges: false,
		});
	});

	test('the flavour for tests differs in the debugger and in its folder alone', () => {
		expect(readYaml('build/e2e.yml')).toEqual({
			extends: 'electron-builder.yml',
			directories: { output: 'release/e2e' },
			electronFuses: { enableNodeCliInspectArguments: true },
		});
	});

	test('nothing is signed, or refused for not being signed, without the variables', () => {
		expect(release.forceCodeSigning).toBe(false);
		const named = JSON.stringify(release).match(
			/"(cscLink|cscKeyPassword|identity|sign|signtoolOptions|azureSignOptions|notarize|provisioningProfile)"/g,
		);
		expect(named).toBeNull();
	});

	test('the native module is taken as it comes, never compiled', () => {
		expect(release.npmRebuild).toBe(false);
	});

	test('Windows gets an installer for the whole machine, Linux a deb before an AppImage', () => {
		expect(release.nsis).toMatchObject({ oneClick: false, perMachine: true });
		const both = ['x64', 'arm64'];
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

	test('no file that is made has a space in its name', () => {
		const names = JSON.stringify(release).match(/"artifactName":"[^"]*"/g) ?? [];
		expect(names).toHaveLength(3);
		for (const name of names) expect(name).not.toMatch(/ |productName/);
	});
});

describe('a package', () => {
	const prebuilds = readdirSync('node_modules/better-sqlite3/prebuilds');

	test.each([
		['win32', 'x64', release.win],
		['win32', 'arm64', release.win],
		['linux', 'x64', release.linux],
		['linux', 'arm64', release.linux],
		['darwin', 'x64', release.mac],
		['darwin', 'arm64', release.mac],
	])('for %s-%s carries exactly its own prebuild', (system, arch, own) => {
		const keeps = packageFilter(arch, own.files);
		const kept = prebuilds.filter((name) => keeps(`node_modules/better-sqlite3/prebuilds/${name}`));
		expect(kept).toEqual([`${system}-${arch}.node`]);
	});

	test('leaves out the sources of SQLite and keeps what loads it', () => {
		const keeps = packageFilter('x64', release.linux.files);
		const folder = 'node_modules/better-sqlite3';
		expect(keeps(`${folder}/lib/index.js`)).toBe(true);
		expect(keeps(`${folder}/package.json`)).toBe(true);
		expect(keeps(`${folder}/deps/sqlite3/sqlite3.c`)).toBe(false);
		expect(keeps(`${folder}/src/better_sqlite3.cpp`)).toBe(false);
		expect(keeps(`${folder}/binding.gyp`)).toBe(false);
	});

	test('has its native module outside the archive and everything else inside', () => {
		const unpacked = matcher('x64', release.asarUnpack).createFilter();
		const file = { isDirectory: () => false };
		const native = join(process.cwd(), 'node_modules/better-sqlite3/prebuilds/linux-x64.node');
		expect(unpacked(native, file)).toBe(true);
		expect(unpacked(join(process.cwd(), manifest.main), file)).toBe(false);
	});

	test('carries no package that is already in the built screens', () => {
		const onlyForScreens =
			/^(svelte|bits-ui|virtua|intl-messageformat|@fontsource|@internationalized)/;
		expect(Object.keys(manifest.dependencies).filter((name) => onlyForScreens.test(name))).toEqual(
			[],
		);
	});

	test('can run the practice service', () => {
		expect(Object.keys(manifest.dependencies)).toEqual(
			expect.arrayContaining(['fastify', '@fastify/multipart', 'better-sqlite3']),
		);
	});
});

/** Whether a file of a package in node_modules goes into the program: there the builder heeds only what excludes. */
function packageFilter(arch: string, own: string[]): (path: string) => boolean {
	const excludes = [...release.files, ...own].filter((pattern) => pattern.startsWith('!'));
	const keeps = matcher(arch, ['**/*', ...excludes]).createFilter();
	return (path) => keeps(join(process.cwd(), path), { isDirectory: () => false });
}

function matcher(arch: string, patterns: string[]): FileMatcher {
	return new builder.FileMatcher(
		process.cwd(),
		'/',
		(pattern) => pattern.replaceAll('${arch}', arch),
		patterns,
	);
}

/** The builder is asked where electron-builder finds it, because it is a dependency of that package and not of ours. */
function builderParts(): {
	schemaPath: string;
	FileMatcher: new (
		from: string,
		to: string,
		expandMacros: (pattern: string) => string,
		patterns: string[],
	) => FileMatcher;
} {
	const requireAsBuilder = createRequire(require.resolve('electron-builder/package.json'));
	const { FileMatcher } = z
		.object({ FileMatcher: z.custom<ReturnType<typeof builderParts>['FileMatcher']>() })
		.parse(requireAsBuilder('app-builder-lib/out/fileMatcher'));
	return { schemaPath: requireAsBuilder.resolve('app-builder-lib/scheme.json'), FileMatcher };
}

function readYaml(path: string): unknown {
	return parse(readFileSync(path, 'utf8'));
}
