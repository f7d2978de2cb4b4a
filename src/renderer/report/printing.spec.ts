import { expect, it } from 'vitest';
import { usualPaper } from './printing.svelte.ts';

it('chooses the usual office paper of the region', () => {
	expect(['en-US', 'en-CA', 'es-MX', 'en'].map(usualPaper)).toEqual(Array(4).fill('Letter'));
	expect(['en-GB', 'ar-AE', 'fr', 'ar'].map(usualPaper)).toEqual(Array(4).fill('A4'));
});
