// An unknown service: every way in which services of this document can differ, drawn at random from one seed. Only the
// composition decides how stranger.ts answers; no code handles one value of one dimension specially.
import { createChance, type Chance } from '../../src/practice/demo/random.ts';
import type { Phase } from '../../src/shared/bridge/values.ts';

export type LetterCase = 'camel' | 'pascal' | 'snake';
export type StatePhase = Exclude<Phase, 'unknown'>;

export interface Composition {
	readonly seed: number;
	/** Names of fields and query parameters; `any` accepts every case. */
	readonly fieldCase: LetterCase;
	readonly queryCase: LetterCase | 'any';
	readonly pathCase: 'as-declared' | 'lower' | 'any';
	readonly ids: 'uuid' | 'integer' | 'opaque';
	readonly idName: string;
	readonly states: {
		readonly form: 'text' | 'integer';
		readonly words: Record<StatePhase, string>;
	};
	readonly lists: {
		/** Path to the rows; empty for a bare array. */
		readonly rows: string;
		/** Path to the total, `header:NAME`, or null. */
		readonly total: string | null;
		readonly record: string;
		readonly count: string;
	};
	readonly paging: Paging;
	readonly token: {
		readonly header: string;
		readonly scheme: string;
		readonly form: 'jwt' | 'opaque';
		readonly seconds: number;
		readonly unit: 'seconds' | 'minutes' | 'milliseconds';
		/** Name of the field; null without refresh. */
		readonly refresh: string | null;
	};
	/** Answers of a create, and of other writes. */
	readonly created:
		| 'record'
		| 'id-record'
		| 'id-alone'
		| 'empty'
		| 'no-content'
		| 'location'
		| 'location-record'
		| 'accepted';
	readonly changed: 'empty' | 'no-content' | 'success' | 'accepted';
	readonly updates: { readonly method: 'PUT' | 'POST' | 'PATCH'; readonly suffix: string };
	readonly problems:
		'rfc9457' | 'message' | 'error' | 'error-object' | 'errors-by-field' | 'errors-list';
	readonly text: {
		/** The field that keeps free text; null if none does. */
		readonly field: string | null;
		readonly most: number | null;
		readonly over: 'cut' | 'refuse';
		readonly shape: 'as-is' | 'trim' | 'upper' | 'decomposed' | 'single-spaces';
	};
	readonly instants: {
		readonly precision: 'millisecond' | 'second' | 'minute' | 'day';
		readonly zone: 'z' | 'offset' | 'local';
	};
	readonly integers: 'number' | 'text';
	readonly decimals: 'number' | 'text';
	/** Decimal places of quantities, and whether all are written. */
	readonly scale: number;
	readonly padded: boolean;
	readonly retryAfter: 'seconds' | 'date';
	readonly skewMs: number;
	/** Limits on parallel requests and per second; null for none. */
	readonly limit: { readonly burst: number; readonly perSecond: number } | null;
	/** ms until a list shows a new document. */
	readonly lagMs: number;
	readonly repeated: 'refused' | 'accepted';
	readonly filters: 'honoured' | 'ignored';
	readonly nulls: boolean;
	readonly more: boolean;
	/**
	 * Never drawn: a broken service. It ignores the requested page, states a wrong total, or silently truncates every
	 * list after one page.
	 */
	readonly broken: 'page-ignored' | 'wrong-total' | 'cut-short' | null;
}

export interface Paging {
	readonly style: 'page' | 'offset' | 'cursor' | 'link' | 'next-url' | 'none';
	readonly parameter: string;
	readonly sizeParameter: string | null;
	readonly first: 0 | 1;
	readonly most: number;
	readonly usual: number;
	/** Whether more than the maximum is capped or refused. */
	readonly over: 'cut' | 'refuse';
	readonly next: string;
	/** Beyond the last page: an empty list, or a 404. */
	readonly beyond: 'empty' | 'missing';
	/** Whether a next-page URL is absolute, or begins with its path. */
	readonly address: 'absolute' | 'relative';
}

/** Words per phase; one per row is drawn, in the service's spelling. */
const synonyms: Record<StatePhase, readonly string[]> = {
	draft: ['Draft', 'New', 'Created', 'Open', 'Not Submitted'],
	submitted: ['Submitted', 'Pending', 'Pending Approval', 'In Review', 'Awaiting Approval'],
	approved: ['Approved', 'Accepted', 'Authorised'],
	rejected: ['Rejected', 'Declined', 'Turned Down'],
	finalized: ['Finalized', 'Finalised', 'Released'],
	'in-transit': ['In Transit', 'Sent', 'Dispatched', 'On The Way', 'Shipped'],
	'partly-received': ['Partially Received', 'Partly Received', 'Part Received'],
	received: ['Received', 'Completed', 'Delivered'],
	fulfilled: ['Fulfilled', 'Fully Sent', 'Picked'],
	closed: ['Closed', 'Short Closed'],
	cancelled: ['Cancelled', 'Withdrawn', 'Voided'],
};

const spellings: readonly ((words: readonly string[]) => string)[] = [
	(words) => words.join(''),
	(words) => words.join(' '),
	(words) => words.join('_').toLowerCase(),
	(words) => words.join('-').toUpperCase(),
	(words) => words.join('_').toUpperCase(),
	(words) => words.join('-').toLowerCase(),
	(words) => words.join('').toLowerCase(),
];

export const inCase = (name: string, wanted: LetterCase): string => {
	if (wanted === 'pascal') return name.charAt(0).toUpperCase() + name.slice(1);
	if (wanted === 'camel') return name;
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

/** The plain practice service as a composition. */
export const plain: Composition = {
	seed: 1,
	fieldCase: 'camel',
	queryCase: 'camel',
	pathCase: 'as-declared',
	ids: 'uuid',
	idName: 'id',
	states: {
		form: 'text',
		words: {
			draft: 'Draft',
			submitted: 'Submitted',
			approved: 'Approved',
			rejected: 'Rejected',
			finalized: 'Finalized',
			'in-transit': 'InTransit',
			fulfilled: 'Fulfilled',
			'partly-received': 'PartiallyReceived',
			received: 'Received',
			closed: 'Closed',
			cancelled: 'Cancelled',
		},
	},
	lists: { rows: 'items', total: 'totalCount', record: '', count: 'count' },
	paging: {
		style: 'page',
		parameter: 'pageNumber',
		sizeParameter: 'pageSize',
		first: 1,
		next: 'next',
		most: 1_000,
		usual: 50,
		over: 'refuse',
		beyond: 'empty',
		address: 'absolute',
	},
	token: {
		header: 'Authorization',
		scheme: 'Bearer',
		form: 'opaque',
		refresh: 'refresh_token',
		seconds: 300,
		unit: 'seconds',
	},
	created: 'record',
	changed: 'empty',
	updates: { method: 'PUT', suffix: '' },
	problems: 'rfc9457',
	integers: 'number',
	decimals: 'number',
	scale: 6,
	padded: false,
	text: { field: 'description', most: null, over: 'cut', shape: 'as-is' },
	instants: { precision: 'millisecond', zone: 'z' },
	retryAfter: 'seconds',
	skewMs: 0,
	limit: null,
	lagMs: 0,
	repeated: 'refused',
	filters: 'honoured',
	nulls: false,
	more: false,
	broken: null,
};

/** Draws a service; the same seed draws the same one. */
export function compose(seed: number): Composition {
	const chance = createChance(seed);
	const fieldCase = chance.pick(['camel', 'camel', 'pascal', 'snake'] as const);
	const envelope = drawEnvelope(chance, fieldCase);
	return {
		seed,
		fieldCase,
		queryCase: chance.happens(0.6) ? fieldCase : chance.pick(['camel', 'pascal', 'snake', 'any']),
		pathCase: chance.pick(['as-declared', 'lower', 'any'] as const),
		ids: chance.pick(['uuid', 'integer', 'opaque'] as const),
		idName: drawIdName(chance, fieldCase),
		states: drawStates(chance),
		lists: envelope,
		paging: drawPaging(chance, fieldCase, envelope.rows === ''),
		token: drawToken(chance),
		created: chance.pick([
			'record',
			'id-record',
			'id-alone',
			'empty',
			'no-content',
			'location',
			'location-record',
			'accepted',
		] as const),
		changed: chance.pick(['empty', 'no-content', 'success', 'accepted'] as const),
		updates: chance.pick([
			{ method: 'PUT', suffix: '' },
			{ method: 'PUT', suffix: '/{id}' },
			{ method: 'PATCH', suffix: '' },
			{ method: 'PATCH', suffix: '/{id}' },
			{ method: 'POST', suffix: '/Update' },
			{ method: 'POST', suffix: '/{id}' },
			{ method: 'PUT', suffix: '/Update' },
		] as const),
		problems: chance.pick([
			'rfc9457',
			'message',
			'error',
			'error-object',
			'errors-by-field',
			'errors-list',
		] as const),
		text: {
			field: chance.happens(0.1)
				? null
				: inCase(
						chance.happens(0.6)
							? 'description'
							: chance.pick(['notes', 'note', 'comment', 'comments', 'remarks', 'memo']),
						fieldCase,
					),
			most: chance.pick([null, null, 64, 80, 100, 255]),
			over: chance.happens(0.7) ? 'cut' : 'refuse',
			shape: chance.pick([
				'as-is',
				'as-is',
				'trim',
				'upper',
				'decomposed',
				'single-spaces',
			] as const),
		},
		instants: {
			precision: chance.pick(['millisecond', 'second', 'minute', 'day'] as const),
			zone: chance.pick(['z', 'z', 'offset', 'local'] as const),
		},
		integers: chance.happens(0.75) ? 'number' : 'text',
		decimals: chance.happens(0.7) ? 'number' : 'text',
		scale: chance.pick([2, 3, 6]),
		padded: chance.happens(0.3),
		retryAfter: chance.pick(['seconds', 'date'] as const),
		skewMs: chance.pick([0, 0, 90_000, -90_000, 3_600_000, -240_000]),
		limit: chance.happens(0.3)
			? { burst: chance.whole(20, 80), perSecond: chance.whole(5, 40) }
			: null,
		lagMs: chance.pick([0, 0, 0, 2_000, 30_000]),
		repeated: chance.pick(['refused', 'accepted'] as const),
		filters: chance.happens(0.75) ? 'honoured' : 'ignored',
		nulls: chance.happens(0.5),
		more: chance.happens(0.5),
		broken: null,
	};
}

function drawIdName(chance: Chance, fieldCase: LetterCase): string {
	const name = chance.happens(0.65)
		? 'id'
		: chance.pick(['uuid', 'guid', '_id', 'key', 'identifier']);
	return name.startsWith('_') ? name : inCase(name, fieldCase);
}

function drawStates(chance: Chance): Composition['states'] {
	const phases = Object.keys(synonyms) as StatePhase[]; // The keys of the record above.
	const words = {} as Record<StatePhase, string>;
	if (chance.happens(0.25)) {
		const numbers = chance.some(
			Array.from({ length: 40 }, (_, index) => index),
			phases.length,
		);
		for (const [index, phase] of phases.entries()) words[phase] = String(numbers[index]);
		return { form: 'integer', words };
	}
	const spelled = chance.pick(spellings);
	// Most services use the usual words; some have their own for a few.
	for (const phase of phases) {
		const word = chance.happens(0.7) ? synonyms[phase][0] : chance.pick(synonyms[phase]);
		words[phase] = spelled((word ?? phase).split(' '));
	}
	return { form: 'text', words };
}

function drawEnvelope(chance: Chance, fieldCase: LetterCase): Composition['lists'] {
	const cased = (path: string) =>
		path
			.split('.')
			.map((name) => inCase(name, fieldCase))
			.join('.');
	const rows = chance.pick([
		'',
		'',
		'items',
		'data',
		'results',
		'value',
		'records',
		'result.rows',
		'data.items',
		'payload.list',
		'response.data.rows',
	]);
	const names = ['total', 'totalCount', 'totalRecords', 'count', 'recordCount'];
	const inside = rows.includes('.') ? `${rows.slice(0, rows.lastIndexOf('.'))}.` : '';
	const total =
		rows === ''
			? chance.pick([null, null, 'header:X-Total-Count', 'header:X-Total'])
			: chance.pick([
					null,
					'header:X-Total-Count',
					cased(inside + chance.pick(names)),
					cased(inside + chance.pick(names)),
					cased(`meta.${chance.pick(names)}`),
					cased(`pagination.${chance.pick(names)}`),
				]);
	return {
		rows: cased(rows),
		total,
		record: cased(chance.pick(['', '', 'data', 'result', 'item', 'result.data'])),
		count: cased(chance.pick(['', '', 'count', 'total', 'data', 'result.count', 'data.total'])),
	};
}

function drawPaging(chance: Chance, fieldCase: LetterCase, isBare: boolean): Paging {
	const style = chance.pick(
		isBare
			? (['page', 'page', 'offset', 'link', 'none'] as const)
			: (['page', 'page', 'page', 'offset', 'cursor', 'link', 'next-url', 'none'] as const),
	);
	const parameters = {
		page: ['pageNumber', 'page', 'pageIndex', 'currentPage', 'pageNo', 'p'],
		offset: ['offset', 'skip', 'start', 'startIndex', 'from'],
		cursor: ['cursor', 'after', 'pageToken', 'continuationToken', 'nextCursor'],
		link: ['page', 'cursor', 'offset'],
		'next-url': ['page', 'cursor', 'skip'],
		none: ['page'],
	}[style];
	const most = chance.pick([20, 25, 50, 100, 200, 500, 1_000]);
	const name = (text: string) => inCase(text, fieldCase);
	return {
		style,
		parameter: name(chance.pick(parameters)),
		sizeParameter: chance.happens(0.08)
			? null
			: name(chance.pick(['pageSize', 'size', 'limit', 'perPage', 'take', 'maxResults'])),
		first: chance.happens(0.7) ? 1 : 0,
		most,
		usual: Math.min(most, chance.pick([10, 20, 25, 50, 100])),
		over: chance.happens(0.75) ? 'cut' : 'refuse',
		next:
			style === 'cursor'
				? chance
						.pick(['nextCursor', 'next', 'meta.nextCursor', 'paging.next'])
						.split('.')
						.map(name)
						.join('.')
				: chance
						.pick(['next', 'links.next', 'paging.next', 'nextLink', 'nextPageUrl'])
						.split('.')
						.map(name)
						.join('.'),
		beyond: chance.happens(0.85) ? 'empty' : 'missing',
		address: chance.pick(['absolute', 'relative'] as const),
	};
}

function drawToken(chance: Chance): Composition['token'] {
	const carried = chance.pick([
		['Authorization', 'Bearer'],
		['Authorization', 'Bearer'],
		['Authorization', ''],
		['Authorization', 'Token'],
		['x-access-token', ''],
		['x-auth-token', ''],
		['x-api-key', ''],
		['access-token', ''],
	] as const);
	return {
		header: carried[0],
		scheme: carried[1],
		form: chance.pick(['jwt', 'opaque'] as const),
		seconds: chance.pick([300, 900, 3_600]),
		unit: chance.pick(['seconds', 'seconds', 'minutes', 'milliseconds'] as const),
		refresh: chance.happens(0.3)
			? null
			: chance.pick(['refresh_token', 'refresh_token', 'refreshToken', 'RefreshToken', 'token']),
	};
}
