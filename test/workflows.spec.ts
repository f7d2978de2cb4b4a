// The workflows cannot run here, so this reads them: what they use is pinned, what they may do is little, and what the
// release needs is in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const job = z.looseObject({
	needs: z.string().optional(),
	permissions: z.record(z.string(), z.string()).optional(),
	steps: z.array(step),
});
const workflow = z.looseObject({
	defaults: z.object({ run: z.object({ shell: z.string() }) }).optional(),
	permissions: z.record(z.string(), z.string()),
	jobs: z.record(z.string(), job),
});

const folder = '.github/workflows';
const files = readdirSync(folder).map((name) => {
	const text = readFileSync(join(folder, name), 'utf8');
	return { name, text, workflow: workflow.parse(parse(text)) };
});
const build = files.find(({ name }) => name === 'build.yml')?.workflow.jobs;
const scriptOf = (name: string): string =>
	(build?.[name]?.steps ?? []).map(({ run = '' }) => run).join('\n');

test.each(files)('$name pins every action by its commit', ({ text, workflow }) => {
	const used = Object.values(workflow.jobs).flatMap(({ steps }) =>
		steps.flatMap(({ uses }) => uses ?? []),
	);
	expect(used.length).toBeGreaterThan(0);
	for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
	for (const line of text.split('\n').filter((each) => each.includes('uses:')))
		expect(line, 'says the version beside the commit').toMatch(/# v\d+\.\d+\.\d+$/);
});

test.each(files)('$name may only read, except the job that drafts the release', ({ workflow }) => {
	expect(workflow.permissions).toEqual({ contents: 'read' });
	for (const [name, { permissions }] of Object.entries(workflow.jobs)) {
		expect(permissions).toEqual(
			name === 'release'
				? { contents: 'write', 'id-token': 'write', attestations: 'write' }
				: undefined,
		);
	}
});

test.each(files)('$name puts no text of a pull request into a script', ({ workflow }) => {
	const scripts = Object.values(workflow.jobs).flatMap(({ steps }) =>
		steps.map(({ run = '' }) => run),
	);
	for (const script of scripts) expect(script).not.toMatch(/\$\{\{ *github\.(event|head_ref)/);
});

test.each(files)('$name fails where a part of a pipe fails', ({ workflow }) => {
	const pipes = Object.values(workflow.jobs)
		.flatMap(({ steps }) => steps)
		.some(({ run = '' }) => run.includes(' | '));
	// Only `shell: bash` has `pipefail`.
	if (pipes) expect(workflow.defaults?.run.shell).toBe('bash');
});

test('a release is not cut off by the next push, and can be drafted again after a failure', () => {
	const text = files.find(({ name }) => name === 'build.yml')?.text ?? '';
	expect(text).toContain("cancel-in-progress: ${{ github.ref_type != 'tag' }}");
	const script = scriptOf('release');
	expect(script).toMatch(/gh release view .*\|\|\n.*gh release create/);
	expect(script.match(/gh release upload --clobber/g)).toHaveLength(2);
});

test('the key for notarisation is a file, because the secret has its text', () => {
	expect(scriptOf('dist')).toMatch(/printf .*"\$APPLE_API_KEY" > "\$RUNNER_TEMP\/notary\.p8"/);
});

test('a release is made only of what was tested and packed on every system', () => {
	expect(build?.['dist']?.needs).toBe('test');
	expect(build?.['release']?.needs).toBe('dist');
});

test('a draft release gets checksums, a list of parts and provenance, and its feeds last', () => {
	const script = scriptOf('release');
	// Electron and what Vite bundles are development packages for npm.
	expect(script).toMatch(/npm sbom (?!.*--omit)/);
	expect(script).toContain('sha256sum');
	expect(script).toMatch(/gh release create .*--draft/);
	const uploads = script.split('\n').filter((line) => line.includes('gh release upload'));
	expect(uploads).toHaveLength(2);
	expect(uploads[0]).toContain("! -name 'latest*.yml'");
	expect(uploads[1]).toContain('latest*.yml');
	const used = build?.['release']?.steps.flatMap(({ uses }) => uses ?? []) ?? [];
	expect(used.some((action) => action.startsWith('actions/attest-build-provenance@'))).toBe(true);
});

test('the packages are handed on with their blockmaps and feeds', () => {
	const upload = build?.['dist']?.steps.find(({ uses }) => uses?.includes('upload-artifact'));
	const { path } = z.looseObject({ path: z.string() }).parse(upload?.['with']);
	for (const ending of ['exe', 'deb', 'AppImage', 'dmg', 'zip', 'blockmap'])
		expect(path).toContain(`release/*.${ending}`);
	expect(path).toContain('release/latest*.yml');
});
