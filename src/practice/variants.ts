// Four services that fit the same document. The program must work with each by its profile alone.
import type { z } from 'zod';
import {
	documentKinds,
	type DocumentKind,
	type serviceProfile,
} from '../shared/service/profile.ts';
import { practiceProfile } from './profile.ts';

export const variantNames = ['a', 'b', 'c', 'd'] as const;
export type VariantName = (typeof variantNames)[number];

interface Variant {
	/** In profile file form: JSON, for `readProfile`. */
	readonly profile: z.input<typeof serviceProfile>;
	/** Whether every write but signing in gets an empty body. */
	readonly emptyWrites: boolean;
}

const { behaviour, timeouts, pauses } = practiceProfile;

const numbered = {
	draft: [0],
	submitted: [10],
	approved: [20],
	rejected: [90],
	finalized: [30],
	'in-transit': [40],
	'partly-received': [45],
	received: [50],
	fulfilled: [60],
	closed: [70],
	cancelled: [80],
};

const shouted = {
	draft: ['NOT_SUBMITTED'],
	submitted: ['PENDING_APPROVAL'],
	approved: ['APPROVED'],
	rejected: ['TURNED_DOWN'],
	finalized: ['RELEASED'],
	'in-transit': ['ON_THE_WAY'],
	'partly-received': ['PART_RECEIVED'],
	received: ['RECEIVED'],
	fulfilled: ['FULLY_SENT'],
	closed: ['SHORT_CLOSED'],
	cancelled: ['WITHDRAWN'],
};

const forEachDocument = <Setting>(setting: Setting) =>
	Object.fromEntries(documentKinds.map((kind) => [kind, setting])) as Record<DocumentKind, Setting>;

export const variants: Readonly<Record<VariantName, Variant>> = {
	/** The plain practice service. */
	a: { profile: practiceProfile, emptyWrites: false },

	/** Bare arrays, pages from 1, numeric states, PascalCase fields, the bare token in a header of its own. */
	b: {
		profile: {
			name: 'practice-b',
			token: { header: 'x-access-token', scheme: '' },
			paging: { style: 'page', parameter: 'page', sizeParameter: 'size', first: 1, size: 200 },
			fieldCase: 'pascal',
			stateForm: 'integer',
			states: forEachDocument(numbered),
			behaviour,
			timeouts,
			pauses,
		},
		emptyWrites: false,
	},

	/** Opaque cursors, rows inside `result`, numeric identifiers, empty answers to writes, no description kept. */
	c: {
		profile: {
			name: 'practice-c',
			token: { refresh: false },
			paging: {
				style: 'cursor',
				parameter: 'cursor',
				sizeParameter: 'limit',
				size: 200,
				nextCursor: 'result.next',
			},
			lists: { rows: 'result.rows', record: 'result', count: 'result.count' },
			ids: 'integer',
			reference: forEachDocument(null),
			behaviour,
			timeouts,
			pauses,
		},
		emptyWrites: true,
	},

	/** snake_case, numbers as texts, paging by offset, times in seconds, updates by POST to a path of their own. */
	d: {
		profile: {
			name: 'practice-d',
			paging: { style: 'offset', parameter: 'skip', sizeParameter: 'take', first: 0, size: 100 },
			lists: {
				rows: 'data.records',
				total: 'data.total_records',
				record: 'data',
				count: 'data.count',
			},
			fieldCase: 'snake',
			queryCase: 'snake',
			fields: { '*': { id: 'uuid' } },
			integers: 'text',
			decimals: 'text',
			instants: { precision: 'second' },
			writes: { method: 'POST', suffix: '/{id}' },
			states: forEachDocument(shouted),
			behaviour,
			timeouts,
			pauses,
		},
		emptyWrites: false,
	},
};
