// Lint rules for components and plain scripts. Those for TypeScript, and who may import whom, are in oxlint.config.ts:
// oxlint is ten times faster.
// Warnings fail, and there are no exceptions in comments; what a folder may do differently is written here.
// test/lint-rules.spec.ts proves that each law bites.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { globalsOfScreens, importsOfScreens } from './oxlint.config.ts';

export default defineConfig(
	{
		ignores: [
			...['dist/', 'release/', 'test-results/', 'node_modules/', '.svelte-check/'],
			'**/*.spec.ts',
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

	{
		files: ['**/*.svelte'],
		rules: {
			...importsOfScreens,
			...globalsOfScreens,
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
);
