// Rules for TypeScript files, with their types, in one pass of the native compiler; and who may import whom in src
// (docs/architecture.md). Components and plain scripts are in eslint.config.js; types in components are svelte-check's.
// test/lint-rules.spec.ts proves that each law bites.
import { builtinModules } from 'node:module';
import { defineConfig } from 'oxlint';

type Rules = NonNullable<Parameters<typeof defineConfig>[0]['rules']>;

/** Forbidden imports: a pattern for the module path, and a message that says what to do instead. */
interface Law {
	regex?: string;
	/** As in .gitignore, where a regular expression cannot say "anything but". */
	group?: string[];
	message: string;
	importNames?: string[];
}

const noElectron: Law = {
	regex: '^electron(/|$)',
	message: 'Only src/main/electron knows Electron; importing it elsewhere downloads a binary.',
};

const noFolder = (folders: string[], message: string): Law => ({
	// A path that does not go up stays in its folder.
	regex: `^\\.\\./(.*/)?(${folders.join('|')})/`,
	message,
});

const noNode: Law = {
	regex: `^(node:.*|${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`,
	message: 'This runs in the browser too: no Node modules here.',
};

const noIpc = {
	object: 'ipcMain',
	message: 'src/main/electron/ipc.ts is the one entry from the page; register a bridge call.',
};

const noFiles: Law = {
	regex: '^(node:)?fs(/|$)',
	message: 'Only src/main/core/store reads files; others are given what they need.',
};

const given = 'The core gets its clock, randomness, timers and fetch from createCore.';

const ofCore: Law[] = [
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

/** The import law of a folder. A later override replaces an earlier one, so each folder states all of its own. */
const imports = (...laws: Law[]): Rules => ({
	'no-restricted-imports': ['error', { patterns: laws }],
});

const globals = (names: string[], message: string): Rules => ({
	'no-restricted-globals': ['error', ...names.map((name) => ({ name, message }))],
});

interface Banned {
	object?: string;
	property?: string;
	message: string;
}

const members = (...banned: Banned[]): Rules => ({
	'no-restricted-properties': ['error', ...banned],
});

const openExternal = {
	property: 'openExternal',
	message: 'Use openExternal of src/main/electron/open-external.ts, which checks the address.',
};

/** For the program's own files; its specs may do more. */
const within = (folder: string, rules: Rules) => ({
	files: [`${folder}/**/*.ts`],
	excludeFiles: ['**/*.spec.ts'],
	rules,
});

/** For components too, which ESLint reads. */
export const importsOfScreens = imports(
	noElectron,
	noNode,
	noFolder(['main', 'practice', 'test'], 'src/renderer imports src/shared only.'),
);

export const globalsOfScreens = globals(
	['process', 'Buffer', 'global', 'require'],
	'This runs in the browser too: no Node globals here.',
);

export default defineConfig({
	plugins: ['typescript', 'unicorn'],
	options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
	categories: { correctness: 'error' },
	ignorePatterns: ['dist/', 'release/', 'test-results/', '**/*.svelte', '**/*.js', '**/*.mjs'],
	rules: {
		eqeqeq: 'error',
		// What is longer has more than one purpose.
		'max-lines': ['error', 450],
		'max-lines-per-function': ['error', 120],
		'no-array-constructor': 'error',
		'no-case-declarations': 'error',
		'no-empty': 'error',
		'no-empty-function': 'error',
		'no-fallthrough': 'error',
		'no-prototype-builtins': 'error',
		'no-regex-spaces': 'error',
		...imports(noElectron),
		'no-unexpected-multiline': 'error',
		'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
		'no-useless-assignment': 'error',
		'no-useless-constructor': 'error',
		'no-var': 'error',
		'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
		'object-shorthand': 'error',
		'prefer-const': 'error',
		'prefer-rest-params': 'error',
		'prefer-spread': 'error',
		'prefer-template': 'error',
		'preserve-caught-error': 'error',
		'typescript/adjacent-overload-signatures': 'error',
		'typescript/array-type': 'error',
		'typescript/await-thenable': 'error',
		'typescript/ban-ts-comment': 'error',
		'typescript/class-literal-property-style': 'error',
		'typescript/consistent-generic-constructors': 'error',
		'typescript/consistent-type-assertions': 'error',
		'typescript/consistent-type-imports': 'error',
		'typescript/no-confusing-non-null-assertion': 'error',
		'typescript/no-dynamic-delete': 'error',
		'typescript/no-empty-object-type': 'error',
		'typescript/no-explicit-any': 'error',
		'typescript/no-extraneous-class': 'error',
		'typescript/no-import-type-side-effects': 'error',
		'typescript/no-inferrable-types': 'error',
		'typescript/no-invalid-void-type': 'error',
		// Texts are taken apart by digit or key here.
		'typescript/no-misused-spread': 'off',
		'typescript/no-namespace': 'error',
		'typescript/no-non-null-asserted-nullish-coalescing': 'error',
		'typescript/no-non-null-assertion': 'error',
		'typescript/no-require-imports': 'error',
		'typescript/no-unnecessary-type-constraint': 'error',
		'typescript/no-unsafe-function-type': 'error',
		'typescript/prefer-for-of': 'error',
		'typescript/prefer-function-type': 'error',
		// Texts are sorted by their characters where a person does not see them.
		'typescript/require-array-sort-compare': 'off',
		// See below.
		'typescript/unbound-method': 'off',
		'typescript/unified-signatures': 'error',
		'typescript/no-array-delete': 'error',
		'typescript/no-base-to-string': 'error',
		// `() => close()` and `return refuse(403)` are the plain ways to write a callback and an early end.
		'typescript/no-confusing-void-expression': [
			'error',
			{ ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
		],
		'typescript/no-deprecated': 'error',
		'typescript/no-duplicate-type-constituents': 'error',
		'typescript/no-floating-promises': 'error',
		'typescript/no-for-in-array': 'error',
		'typescript/no-implied-eval': 'error',
		'typescript/no-meaningless-void-operator': 'error',
		'typescript/no-misused-promises': 'error',
		'typescript/no-redundant-type-constituents': 'error',
		'typescript/no-unnecessary-boolean-literal-compare': 'error',
		'typescript/no-unnecessary-condition': 'error',
		'typescript/no-unnecessary-template-expression': 'error',
		'typescript/no-unnecessary-type-arguments': 'error',
		'typescript/no-unnecessary-type-assertion': 'error',
		'typescript/no-unnecessary-type-conversion': 'error',
		'typescript/no-unnecessary-type-parameters': 'error',
		'typescript/no-unsafe-argument': 'error',
		'typescript/no-unsafe-assignment': 'error',
		'typescript/no-unsafe-call': 'error',
		'typescript/no-unsafe-member-access': 'error',
		'typescript/no-unsafe-return': 'error',
		'typescript/no-unsafe-unary-minus': 'error',
		'typescript/no-useless-default-assignment': 'error',
		'typescript/non-nullable-type-assertion-style': 'error',
		'typescript/only-throw-error': 'error',
		'typescript/prefer-find': 'error',
		'typescript/prefer-includes': 'error',
		'typescript/prefer-promise-reject-errors': 'error',
		'typescript/prefer-reduce-type-parameter': 'error',
		'typescript/prefer-regexp-exec': 'error',
		'typescript/prefer-return-this-type': 'error',
		'typescript/prefer-string-starts-ends-with': 'error',
		'typescript/related-getter-setter-pairs': 'error',
		'typescript/restrict-plus-operands': [
			'error',
			{
				allowAny: false,
				allowBoolean: false,
				allowNullish: false,
				allowNumberAndString: false,
				allowRegExp: false,
			},
		],
		// A number in a text reads well; objects, null and undefined are the mistakes.
		'typescript/restrict-template-expressions': [
			'error',
			{
				allowAny: false,
				allowBoolean: false,
				allowNever: false,
				allowNullish: false,
				allowNumber: true,
				allowRegExp: false,
			},
		],
		'typescript/return-await': ['error', 'error-handling-correctness-only'],
		'typescript/switch-exhaustiveness-check': [
			'error',
			{ considerDefaultExhaustiveForUnions: true },
		],
		'typescript/use-unknown-in-catch-callback-variable': 'error',
		// A count has lines as they were then, and as they are now.
		'unicorn/no-thenable': 'off',
	},
	overrides: [
		// Who may import whom, and use what.
		within('src/{main,practice,shared}', members(noIpc, openExternal)),
		within('src/shared', {
			...imports(
				noFolder(
					['main', 'renderer', 'practice', 'test'],
					'src/shared imports none of the other folders.',
				),
				{
					// The last, because what it lets through is not looked at again. Our own files end in `.ts`.
					group: ['*', '!*.ts', '!zod', '!big.js', '!papaparse'],
					message: 'src/shared imports zod, big.js and papaparse and nothing else.',
				},
			),
			...globals(
				[
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
				'src/shared runs in every process and asks nothing of any.',
			),
		}),
		// Types there include the DOM, for the tests that hand functions to a page.
		within(
			'src/{main,practice}',
			globals(['window', 'document', 'navigator'], 'There is no page here.'),
		),
		within('src/main/core', {
			...imports(...ofCore, noFiles),
			...globals(
				['fetch', 'setTimeout', 'setInterval', 'performance', 'window', 'document', 'navigator'],
				given,
			),
			...members(
				openExternal,
				{ object: 'Date', property: 'now', message: given },
				{ object: 'Math', property: 'random', message: given },
				{ object: 'AbortSignal', property: 'timeout', message: given },
				{ object: 'process', property: 'hrtime', message: given },
				{ property: 'randomUUID', message: given },
				{ property: 'getRandomValues', message: given },
			),
			'no-console': 'error',
		}),
		// Its migrations stand beside the store as SQL files.
		within('src/main/core/store', imports(...ofCore)),
		...Object.entries(apart).map(([folder, others]) =>
			within(
				`src/main/core/${folder}`,
				imports(
					...ofCore,
					noFiles,
					noFolder(others, `${folder} does not import ${others.join(' and ')}.`),
				),
			),
		),
		{
			files: ['src/main/electron/**/*.ts'],
			rules: { 'no-restricted-imports': 'off' },
		},
		within(
			'src/main/electron',
			imports(
				noFolder(
					['loopback', 'renderer', 'practice'],
					'A host imports src/main/core and src/shared.',
				),
			),
		),
		{ files: ['src/main/electron/ipc.ts'], rules: members(openExternal) },
		{ files: ['src/main/electron/open-external.ts'], rules: members(noIpc) },
		// What both hosts share knows neither of them.
		within(
			'src/main/host',
			imports(
				noElectron,
				noFolder(
					['electron', 'loopback', 'renderer', 'practice'],
					'src/main/host imports src/main/core and src/shared.',
				),
			),
		),
		within(
			'src/main/loopback',
			imports(
				noElectron,
				noFolder(
					['electron', 'renderer', 'practice'],
					'A host imports src/main/core and src/shared.',
				),
			),
		),
		within('src/renderer', {
			...importsOfScreens,
			...globalsOfScreens,
			...members({ property: 'innerHTML', message: 'Text comes into the page as text.' }),
			'no-console': ['error', { allow: ['error'] }],
		}),
		within(
			'src/practice',
			imports(
				noElectron,
				noFolder(['main', 'renderer', 'test'], 'src/practice imports src/shared only.'),
			),
		),
		{
			// A walk through the program by one person is one test, read from top to bottom; the others are one world of a
			// test, built in one go: their parts mean nothing alone.
			files: [
				'test/e2e/**/*.e2e.ts',
				'src/main/electron/program.spec.ts',
				'test/faults/measure.ts',
				'test/support/kitchen.ts',
				'test/support/whole-day.ts',
				'test/travel/history.ts',
			],
			rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
		},
		{
			// A test that takes something for granted fails there, which is what it is for.
			files: ['test/**/*.ts', 'bench/**/*.ts', '**/*.spec.ts'],
			rules: {
				'typescript/no-non-null-assertion': 'off',
				'no-unsafe-optional-chaining': 'off',
			},
		},
		{
			// The types of the message files, which are found by a pattern when they are loaded.
			files: ['src/renderer/messages/catalogue.ts'],
			rules: {
				'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
			},
		},
		{
			// Playwright reads the fixtures that a fixture needs from an object pattern, which may be empty.
			files: ['test/e2e/**/*.ts', 'test/support/office.ts'],
			rules: { 'no-empty-pattern': 'off' },
		},
		{
			// Elsewhere, ports and contexts are plain functions in an object, and are taken apart everywhere.
			files: ['src/renderer/**/*.ts'],
			excludeFiles: ['**/*.spec.ts'],
			rules: { 'typescript/unbound-method': 'error' },
		},
		{
			// What a query takes and gives is stated where its SQL is, as better-sqlite3 does.
			files: ['src/main/core/store/table.ts'],
			rules: { 'typescript/no-unnecessary-type-parameters': 'off' },
		},
	],
});
