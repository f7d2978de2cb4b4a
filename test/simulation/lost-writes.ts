// Short histories of one write each, which once broke the promise, and the steps they are made of.
import type { EntryStep } from './entries.ts';
import type { Fault } from './faults.ts';
import type { Step } from './history.ts';

export const pass = (ms: number): Step => ({ do: 'pass', ms });
export const meet = (fault: Fault, times = 1, on: 'read' | 'write' = 'write'): Step => ({
	do: 'fault',
	fault,
	on,
	times,
});
export const enter = (what: Exclude<EntryStep['do'], 'submit' | 'edit'>, which = 0): Step => ({
	do: what,
	which,
});
/** A write that meets a fault, and enough time for all probes. */
export const lost = (fault: Fault, entry: Step, ...then: Step[]): Step[] => [
	pass(1_000),
	meet(fault),
	entry,
	pass(1_000),
	...then,
	pass(400_000),
];

/** An order is closed and another one cancelled. */
const endsLost = (fault: Fault): Step[] => [
	...lost(fault, enter('end-order', 0)),
	...lost(fault, enter('end-order', 1)),
];

/** What happens to a write, and what people do before it is confirmed. */
export const lostWrites: Record<string, Step[]> = {
	'when the network goes on an open socket after the service did it': lost(
		'unreachable-after',
		enter('adjust'),
	),
	'when 401 comes after the service did it': lost('signed-out-after', enter('receive')),
	'when a sign-in page comes after it': lost('sign-in-page-after', enter('waste')),
	'when another field carries our reference while a create is not confirmed': lost(
		'lost-after',
		enter('waste'),
		{ do: 'profile', which: 0 },
	),
	'when our receipt moves the stock by as much as a change that was lost': lost(
		'lost-before',
		enter('adjust'),
		enter('receive'),
	),
	'when a gateway refuses a create that is done hours later, and it is edited and sent again': lost(
		'gateway-late',
		enter('waste'),
		{ do: 'decide', which: 0, choice: 'edit' },
	),
	'when a full update is done late, after a colleague changed the document': [
		pass(1_000),
		meet('hours-late'),
		enter('edit-shown', 2),
		pass(400_000),
		{ do: 'colleague', which: 4 },
		pass(1_000),
	],
	'when the second try after two absences is put off for hours': [
		pass(1_000),
		meet('hours-late'),
		enter('waste'),
		pass(95_000),
		meet('refused', 3),
		pass(56_300),
		{ do: 'kill', offMs: 72_000_000, power: false },
		pass(400_000),
	],
	'when a good status tells of what was not done': lost('not-done', enter('receive')),
	'when an id was given to the document of a stranger before the next step': [
		pass(1_000),
		enter('draft'),
		pass(1_000),
		{ do: 'reuse-id' },
		pass(95_000),
		{ do: 'submit', which: 0 },
		pass(1_000),
	],
	'when an answer names the document of somebody else': [
		pass(1_000),
		meet('names-another'),
		enter('waste'),
		pass(400_000),
		{ do: 'pull' },
		pass(1_000),
	],
	'when another entry claims the document': [
		pass(1_000),
		meet('refuses'),
		enter('draft'),
		pass(1_000),
		...lost('lost-after', enter('draft', 1), { do: 'decide', which: 0, choice: 'mistake' }),
	],
	'when a colleague receives what we are about to receive': [
		pass(1_000),
		{ do: 'offline' },
		enter('receive'),
		{ do: 'colleague-receives', which: 0 },
		{ do: 'online' },
		pass(400_000),
	],
	'when a person sends a change of stock again, and the first is done after it': [
		pass(1_000),
		meet('signed-out'),
		meet('hours-late'),
		enter('adjust'),
		pass(400_000),
		{ do: 'decide', which: 0, choice: 'again' },
		pass(1_000),
	],
	'when one of two changes to a line is lost': [
		enter('adjust', 1),
		meet('wait'),
		enter('adjust', 5),
		{ do: 'restart' },
		{ do: 'offline' },
	],
	'when a submit is applied hours later, and its id was reused meanwhile': [
		enter('draft'),
		pass(1_000),
		meet('hours-late'),
		{ do: 'submit', which: 0 },
		pass(1_000),
		{ do: 'reuse-id' },
	],
	'when a copy from before a loss comes back after the lost document was queued again': [
		enter('waste'),
		{ do: 'copy' },
		{ do: 'roll-back', how: 'log-gone' },
		{ do: 'click-again', which: 0 },
		{ do: 'offline' },
		{ do: 'restore' },
	],
	'when an answer names only the id, which then goes to a stranger, before a kill': [
		meet('bare-id'),
		enter('waste'),
		{ do: 'switch-account' },
		{ do: 'reuse-id' },
		{ do: 'kill', offMs: 0, power: false },
		pass(0),
		enter('draft'),
		pass(0),
	],
	'when the wall clock is set forward before a start, and a create may still happen': [
		pass(1_000),
		meet('late-after-loss'),
		enter('waste'),
		pass(400),
		{ do: 'wall-clock', byMs: 200_000 },
		{ do: 'restart' },
		pass(155_000),
	],
	'when a person sends a step again that got no usable answers': [
		pass(1_000),
		meet('lost-before'),
		enter('waste'),
		meet('old-answer', 60, 'read'),
		...Array.from({ length: 6 }, () => pass(400_000)),
		{ do: 'decide', which: 0, choice: 'again' },
		pass(400_000),
	],
	'when the answer to a receipt of an order is lost': lost('lost-after', enter('receive-order', 6)),
	'when a lost receipt of an order is done late': lost('hours-late', enter('receive-order', 6)),
	'when a colleague enters the same invoice for the order': [
		pass(1_000),
		{ do: 'offline' },
		enter('receive-order', 0),
		{ do: 'colleague-orders', which: 4 },
		{ do: 'online' },
		pass(400_000),
	],
	'when two receipts of an order wait, and the answer to the first is lost': [
		pass(1_000),
		{ do: 'offline' },
		enter('receive-order', 2),
		enter('receive-order', 6),
		meet('lost-after'),
		{ do: 'online' },
		pass(400_000),
	],
	'when a receipt waits for the approval of its order': [
		pass(1_000),
		enter('receive-order', 1),
		pass(400_000),
		{ do: 'colleague-orders', which: 0 },
		pass(400_000),
	],
	'when goods came without an order, and the answer to its create is lost': lost(
		'lost-after',
		enter('order', 2),
	),
	'when the lines of such an order are alike': [enter('order', 0), pass(400_000)],
	'when the close and the cancel of an order are lost before they are done':
		endsLost('lost-before'),
	'when the close and the cancel of an order are done, and their answers lost':
		endsLost('lost-after'),
	'when the close and the cancel of an order are done hours late': endsLost('hours-late'),
	'when an answer names another order, and a copy comes back before its submit is asked about': [
		{ do: 'copy' },
		enter('order', 2),
		enter('waste'),
		{ do: 'reuse-id' },
		meet('names-another'),
		{ do: 'restore' },
		{ do: 'reuse-id' },
	],
	'when a create of a copy joins a step that is then discarded': [
		enter('waste'),
		{ do: 'copy' },
		{ do: 'roll-back', how: 'log-gone' },
		{ do: 'submit', which: 0 },
		{ do: 'restore' },
		{ do: 'restore' },
		{ do: 'roll-back', how: 'log-gone' },
		meet('names-another'),
		{ do: 'offline' },
	],
	'when the answer to a create stalls, and the document is deleted before it is looked for': [
		meet('stands-still'),
		enter('waste'),
		pass(20_000),
		enter('waste'),
		{ do: 'reuse-id' },
		pass(0),
	],
	'when a lost submit is rejected, and the document is submitted again': [
		enter('waste'),
		{ do: 'profile', which: 0 },
		{ do: 'roll-back', how: 'log-gone' },
		pass(95_000),
		{ do: 'colleague-rejects' },
		{ do: 'click-again', which: 0 },
		enter('order'),
		meet('refused'),
		pass(0),
	],
	'when a proxy sends a create twice': lost('sent-twice', enter('waste')),
	'when a proxy sends a create again hours later': lost('sent-again-later', enter('waste')),
};
