import { afterEach, expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import type { Undoable } from '../../shared/bridge/outbox.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';
import { byArea } from '../../shared/document/stored.ts';

afterEach(() => localStorage.clear());

it('shows the areas with their work, and what needs a person apart from it', async () => {
	const screen = await openCountScreen('/outbox', {
		state: {
			outbox: { waiting: 3, needYou: 0 },
			open: byArea((area) => (['stocktake', 'wastage'].includes(area) ? 2 : 0)),
			needYou: byArea((area) => (area === 'wastage' ? 1 : 0)),
			followUps: 4,
		},
	});
	expect(screen.part('navigation', 'Areas')).toMatchInlineSnapshot(`
		"## Stock
		<Counts 2 open #/counts>
		<Waste 1 needs attention #/waste>
		<Transfers #/transfers>
		## Buying
		<Purchase requests #/requests>
		<Deliveries #/deliveries>
		<Purchase orders #/orders>
		<Ordering #/ordering>
		<Prices #/prices>
		<Returns #/returns>
		<Credits #/credits>
		<Follow-ups 4 open #/follow-ups>
		<Suppliers #/supplier>
		<Purchase options #/purchaseOption>
		Catalogue
		<Imports #/imports>
		<Possible duplicates #/duplicates>
		<Items #/inventoryItem>
		<Categories #/category>
		<Classes #/class>
		<Dishes #/menuItem>
		<Preparations #/prepItem>
		<Modifiers #/modifier>
		<Modifier groups #/modifierGroup>
		<Dining options #/diningOption>
		<Waste reasons #/wasteReason>
		<Category prefixes #/categoryPrefix>
		<Record prefixes #/entityPrefix>
		<Document prefixes #/transactionPrefix>
		<All prefixes #/prefixConfiguration>
		Reports
		<Reports of the service #/report>
		Organisation
		<Business tree #/organisation>
		<Connect apps #/marketplace>
		<Locations #/location>
		<Storage areas #/storageArea>
		<Sections #/section>
		<Business structure #/businessStructure>
		<Taxes #/systemTaxSetting>
		<Currencies #/currency>
		<Time zones #/timeZone>
		<Apps #/marketPlaceApp>
		Access
		<Who may do what #/access>
		<Roles #/role>
		<Buyer roles #/buyerRole>
		<Buyers #/buyerUser>
		<Approval rules #/approvalMatrix>
		<Administrators #/admin>
		## This PC
		<Outbox 3 waiting #/outbox>
		<Settings #/settings>"
	`);
	const marked = [...document.querySelectorAll('nav .needsYou')].map((badge) => badge.textContent);
	expect(marked).toEqual(['11 needs attention']);
});

it('shows the keys of the screen in the foot, and the hint about all keys until it was read', async () => {
	const screen = await openCountScreen('/counts/ID', { typed: { 1: '40' } });
	const foot = () => screen.words(document.querySelector('footer'));
	expect(foot()).toMatchInlineSnapshot(`
		"Enter next itemTab next unitF9 next uncountedF8 next unsavedCtrl D copy from aboveAlt PgDn next areaCtrl M noteCtrl Z undo
		[? shows the keys of each screen] 33% · 3 lines · 1 counted · 0 zero"
	`);
	await screen.keys('{F1}');
	await screen.keys('{Escape}');
	expect(foot().split('\n').at(-1)).toBe('[? keys] 33% · 3 lines · 1 counted · 0 zero');
});

/** What can still be undone: two items that were switched together, and three documents. The last was sent since. */
const acts = ['W-1', 'S-1', 'S-2', 'W-2', 'W-3', 'W-4'].map((documentId, at): Undoable => {
	const together = documentId.startsWith('S') ? 'switched' : documentId;
	return {
		laneId: documentId,
		document: documentId.startsWith('S') ? 'record:inventoryItem' : 'wastage',
		documentId,
		title: `Title ${documentId}`,
		number: documentId === 'W-2' ? 'WST-2' : '',
		actionId: `act-${documentId}`,
		revision: at,
		verb: documentId.startsWith('S') ? 'other' : 'submit',
		until: Date.UTC(2026, 10, 20, 9, 0, documentId === 'W-4' ? 0 : 4 + at),
		together,
	};
});

it('undoes what was submitted before it is sent: the latest by key, or all', async () => {
	let left = acts;
	const screen = await openCountScreen('/counts', {
		answers: {
			'outbox.undoable': () => succeed({ undoable: left }),
			'outbox.cancel': ({ actionId }) => {
				left = left.filter((act) => act.actionId !== actionId);
				return actionId === 'act-W-3' ? fail('not-possible-now', 'no') : succeed({});
			},
		},
	});
	expect(screen.part('log')).toMatchInlineSnapshot(`
		"Waste Title W-1 Submitting [Undo Alt Z]
		Item Title S-1 and 1 other Sending [Undo]
		and 2 more documents [Undo all 5]"
	`);
	// One message for one event.
	for (const about of ['S-2', 'X-1']) screen.app.notices.show(about, 'thyme', about);
	await screen.settle();
	expect(screen.notices()).toEqual(['X-1']);
	screen.app.notices.dismissAbout('X-1');
	await screen.keys('{Alt>}z{/Alt}');
	expect(screen.asked('outbox.cancel')).toEqual([{ actionId: 'act-W-1', revision: 0 }]);
	expect(screen.notices()).toEqual(['Undone. It is a draft again.']);
	expect(screen.app.route.path).toBe('/waste/W-1');
	expect(screen.part('log')).toMatchInlineSnapshot(`
		"Item Title S-1 and 1 other Sending [Undo Alt Z]
		Waste WST-2 Submitting [Undo]
		and 1 more document [Undo all 4]
		Undone. It is a draft again. [Dismiss]"
	`);
	await screen.click(/^Undo all/);
	expect(screen.asked('outbox.cancel')).toHaveLength(5);
	expect(screen.notices()).toEqual([
		'Undone. It is a draft again.',
		'This is not possible now.',
		'Undone: 3, none of them sent.',
	]);
});

it.each([
	['online', /^· will be sent in \d+ s$/],
	['offline', /^· will be sent when online$/],
] as const)('says when a document is sent that can be undone while %s', async (state, said) => {
	await openCountScreen('/counts', {
		answers: { 'outbox.undoable': { undoable: acts.slice(0, 1) } },
		state: { network: { state, lastAnswerAt: null, reason: null } },
	});
	expect(document.querySelector('.undo .num')?.textContent.trim()).toMatch(said);
});

it.each([
	['submit', 'Undone. It is a draft again.'],
	['approve', 'Undone. Nothing was sent.'],
	['reject', 'Undone. Nothing was sent.'],
	['finalize', 'Undone. Nothing was sent.'],
] as const)('says what became of a document whose %s was undone', async (verb, said) => {
	const screen = await openCountScreen('/counts', {
		answers: {
			'outbox.undoable': { undoable: [acts[3]!, { ...acts[0]!, verb }] },
			'outbox.cancel': {},
		},
	});
	// The button of the second: the first has its key beside the word.
	await screen.click('Undo');
	expect(screen.asked('outbox.cancel')).toEqual([{ actionId: 'act-W-1', revision: 0 }]);
	expect(screen.notices()).toEqual([said]);
});
