import { expect, it } from 'vitest';
import { places } from '../../../../test/support/online-answers.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';

it('shows the business as a tree, also what is inactive if asked', async () => {
	const answers: Answers = { 'lookup.hierarchy': { places, asOf: Date.UTC(2026, 10, 20, 7) } };
	const screen = await openScreen('/organisation', { answers });
	expect(screen.shown()).toContain('and their locations. · as of 7:00\n');
	answers['lookup.hierarchy'] = { places: [], asOf: null };
	await screen.click(/inactive/, 'checkbox');
	expect(screen.asked('lookup.hierarchy')).toEqual([{ inactive: false }, { inactive: true }]);
	expect(screen.app.route.query).toEqual({ inactive: 'yes' });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Business tree
		The group, its brands and regions, and their locations.
		{Show inactive parts too: yes} Show inactive parts too
		The service shows no parts of the business."
	`);
});
