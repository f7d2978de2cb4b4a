// Lint rules for components and plain scripts, and who may import whom in src (docs/architecture.md). All other rules for
// TypeScript are in .oxlintrc.json: oxlint is ten times faster.
// Warnings fail, and there are no exceptions in comments; what a folder may do differently is written here.
// test/lint-rules.spec.ts proves that each law bites.
import { builtinModules } from 'node:module';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

const specs = ['**/*.spec.ts'];

/**
 * One forbidden import: a pattern over what stands between the quotes of an import, and what to do instead.
 *
 * @typedef {{ regex: string, message: string, importNames?: string[] }} Law
 */

/** @type {Law} */
const noElectron = {
	regex: '^electron(/|$)',
	message: 'Only src/main/electron knows Electron; importing it elsewhere downloads a binary.',
};

/** @type {(folders: string[], message: string) => Law} */
const noFolder = (folders, message) => ({
	// A path that does not go up stays in its folder.
	regex: `^\\.\\./(.*/)?(${folders.join('|')})/`,
	message,
});

/** @type {Law} */
const noNode = {
	regex: `^(node:.*|${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`,
	message: 'This runs in the browser too: no Node modules here.',
};

/** The import law of a folder. A later configuration replaces an earlier one, so each folder states all of its own. */
const imports = (/** @type {Law[]} */ ...laws) => ({
	'no-restricted-imports': ['error', { patterns: laws }],
});

const noIpc = {
	selector: "MemberExpression[object.name='ipcMain']",
	message: 'src/main/electron/ipc.ts is the one entry from the page; register a bridge call.',
};

const noOpenExternal = {
	selector: "MemberExpression[property.name='openExternal']",
	message: 'Use openExternal of src/main/electron/open-external.ts, which checks the address.',
};

const noLiteralSpread = {
	selector:
		':matches(ObjectExpression > SpreadElement > ObjectExpression, :matches(ArrayExpression, CallExpression) > SpreadElement > ArrayExpression)',
	message: 'Write its fields or elements in place.',
};

const given = 'The core gets its clock, randomness, timers and fetch from createCore.';

const nothingFromTheAir = [
	["MemberExpression[object.name='Date'][property.name='now']", given],
	["NewExpression[callee.name='Date'][arguments.length=0]", given],
	["CallExpression[callee.name='Date']", given],
	["MemberExpression[object.name='performance']", given],
	["MemberExpression[object.name='Math'][property.name='random']", given],
	['MemberExpression[property.name=/^(randomUUID|getRandomValues)$/]', given],
	["MemberExpression[object.name='AbortSignal'][property.name='timeout']", given],
	["MemberExpression[object.name='process'][property.name='hrtime']", given],
].map(([selector, message]) => ({ selector, message }));

/** @type {Law[]} */
const ofCore = [
	noElectron,
	noFolder(
		['electron', 'loopback', 'host', 'renderer', 'practice', 'test'],
		'src/main/core imports src/shared only.',
	),
	{ regex: '^\\.{2}/(.*/)?launch\\.ts$', message: 'src/main/core imports src/shared only.' },
	{
		regex: '^(node:)?(https?|http2|net|tls|dgram|dns|os|timers|child_process)(/|$)|^undici',
		message: given,
	},
	{
		regex: '^(node:)?crypto$',
		importNames: ['randomUUID', 'randomBytes', 'randomInt', 'webcrypto'],
		message: given,
	},
];

/** Capabilities of core, and those that each may not import: what they share is in `document/`. */
const apart = {
	stocktake: ['transfer', 'waste'],
	transfer: ['waste'],
	waste: ['transfer'],
};

export default defineConfig(
	{
		ignores: [
			...['dist/', 'release/', 'test-results/', 'node_modules/', '.svelte-check/'],
			...specs,
			...['test', 'bench', 'scripts'].map((folder) => `${folder}/**/*.ts`),
		],
	},
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

	{
		files: ['**/*.svelte', '**/*.js', '**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
		rules: {
			eqeqeq: 'error',
			'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
			'object-shorthand': 'error',
			'prefer-template': 'error',
		},
	},
	{
		files: ['**/*.js', '**/*.mjs'],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.ts', '**/*.svelte'],
		extends: [ts.configs.base],
		languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'] } },
		rules: {
			...imports(noElectron),
			'no-restricted-syntax': ['error', noIpc, noOpenExternal, noLiteralSpread],
		},
	},
	{
		files: ['**/*.svelte'],
		extends: [ts.configs.strict, ts.configs.stylistic],
		rules: {
			// TypeScript knows which names exist, and in which process.
			'no-undef': 'off',
			// What is longer has more than one purpose.
			'max-lines': ['error', 450],
			'max-lines-per-function': ['error', 120],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-import-type-side-effects': 'error',
			// Both have their place: a type for a union or what zod infers, an interface for a thing.
			'@typescript-eslint/consistent-type-definitions': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
		},
	},

	// The screens.
	svelte.configs.recommended,
	svelte.configs.prettier,
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: {
			parserOptions: { parser: ts.parser },
		},
		rules: {
			// A plain Map or Set beside the state is often meant: what the screen shows is in $state, and says so.
			'svelte/prefer-svelte-reactivity': 'off',
			// It takes the words of the reason in the comment for names of warnings.
			'svelte/no-unused-svelte-ignore': 'off',
			// Props are declared by `let { … } = $props()`, of which some may never be assigned.
			'prefer-const': 'off',
			'svelte/prefer-const': ['error', { destructuring: 'all' }],
			// No comment turns a rule off here.
			'svelte/comment-directive': 'off',
			'svelte/button-has-type': 'error',
			'svelte/no-at-html-tags': 'error',
			'svelte/no-target-blank': 'error',
			'svelte/no-navigation-without-resolve': 'off',
		},
	},

	// Who may import whom.
	{
		files: ['src/shared/**/*.ts'],
		rules: {
			...imports(
				{
					regex: '^(?!\\.|zod(/|$)|big\\.js$|papaparse$)',
					message: 'src/shared imports zod, big.js and papaparse and nothing else.',
				},
				noFolder(
					['main', 'renderer', 'practice', 'test'],
					'src/shared imports none of the other folders.',
				),
			),
			'no-restricted-globals': [
				'error',
				'process',
				'Buffer',
				'global',
				'require',
				'window',
				'document',
				'navigator',
				'localStorage',
				'sessionStorage',
				'location',
				'fetch',
				'setTimeout',
				'setInterval',
			],
		},
	},
	{
		// Their types include the DOM, for the tests that hand functions to a page.
		files: ['src/main/**/*.ts', 'src/practice/**/*.ts'],
		rules: { 'no-restricted-globals': ['error', 'window', 'document', 'navigator'] },
	},
	{
		files: ['src/main/core/**/*.ts'],
		rules: {
			...imports(...ofCore),
			'no-restricted-syntax': [
				'error',
				noIpc,
				noOpenExternal,
				noLiteralSpread,
				...nothingFromTheAir,
			],
			'no-restricted-globals': [
				'error',
				...['fetch', 'setTimeout', 'setInterval', 'window', 'document'].map((name) => ({
					name,
					message: given,
				})),
			],
			'no-console': 'error',
		},
	},
	...Object.entries(apart).map(([folder, others]) => ({
		files: [`src/main/core/${folder}/**/*.ts`],
		rules: imports(
			...ofCore,
			noFolder(others, `${folder} does not import ${others.join(' and ')}.`),
		),
	})),
	{
		// Its migrations stand beside the store as SQL files; other files come from the host.
		files: ['src/main/core/**/*.ts'],
		ignores: ['src/main/core/store/**'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(node:)?fs(/|$)',
							message: 'Only src/main/core/store reads files; others are given what they need.',
						},
					],
				},
			],
		},
	},
	{
		files: ['src/main/electron/**/*.ts'],
		rules: imports(
			noFolder(
				['loopback', 'renderer', 'practice'],
				'A host imports src/main/core and src/shared.',
			),
		),
	},
	{
		files: ['src/main/electron/ipc.ts'],
		rules: { 'no-restricted-syntax': ['error', noOpenExternal, noLiteralSpread] },
	},
	{
		files: ['src/main/electron/open-external.ts'],
		rules: { 'no-restricted-syntax': ['error', noIpc, noLiteralSpread] },
	},
	{
		// What both hosts share knows neither of them.
		files: ['src/main/host/**/*.ts'],
		rules: imports(
			noElectron,
			noFolder(
				['electron', 'loopback', 'renderer', 'practice'],
				'src/main/host imports src/main/core and src/shared.',
			),
		),
	},
	{
		files: ['src/main/loopback/**/*.ts'],
		rules: imports(
			noElectron,
			noFolder(
				['electron', 'renderer', 'practice'],
				'A host imports src/main/core and src/shared.',
			),
		),
	},
	{
		files: ['src/renderer/**/*.ts', 'src/renderer/**/*.svelte'],
		rules: {
			...imports(
				noElectron,
				noNode,
				noFolder(['main', 'practice', 'test'], 'src/renderer imports src/shared only.'),
			),
			'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require'],
			'no-restricted-syntax': [
				'error',
				{
					selector:
						"SvelteElement[kind='html'] > SvelteStartTag > SvelteAttribute[key.name='style']",
					message:
						'The Content-Security-Policy drops style attributes; use a class or a style: directive.',
				},
				{
					selector: "MemberExpression[property.name='innerHTML']",
					message: 'Text comes into the page as text.',
				},
			],
			'no-console': ['error', { allow: ['error'] }],
		},
	},
	{
		files: ['src/practice/**/*.ts'],
		rules: imports(
			noElectron,
			noFolder(['main', 'renderer', 'test'], 'src/practice imports src/shared only.'),
		),
	},
);
