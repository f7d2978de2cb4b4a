// Indexes a location's cached documents of one kind, so that a watched create is compared only with possible twins.
import { z } from 'zod';
import type { KindName } from '../../../shared/document/kinds.ts';
import { referenceIn } from '../../../shared/domain/reference.ts';
import {
	grainOf,
	itemsKey,
	likeness,
	wholeDay,
	type Grain,
} from '../../../shared/service/likeness.ts';
import { keptOr } from '../store/kept-json.ts';
import type { Location } from '../store/locations.ts';
import type { Store } from '../store/open.ts';
import { compareShown, viewOf, type DocumentView } from './document-view.ts';
import type { OutboxAccount } from './engine-options.ts';
import type { RuleOf } from './probe.ts';

const listed = z.looseObject({ id: z.string() });

interface Copy extends DocumentView {
	readonly id: string;
	readonly readNo: number;
	readonly reference: string | null;
}

export interface CopyIndex {
	readonly location: Location;
	readonly grain: Grain;
	readonly byId: ReadonlyMap<string, Copy>;
	readonly byReference: ReadonlyMap<string, readonly Copy[]>;
	readonly byItems: ReadonlyMap<string, readonly Copy[]>;
}

/** Views of copies, kept between lists: only changed copies are read again. */
export class CopyIndexes {
	readonly #records;
	#known = new Map<string, Copy>();
	#knownOf = '';

	constructor(store: Pick<Store, 'records'>) {
		this.#records = store.records;
	}

	/** @param takeTurn yields the thread; false ends the search @returns null if it was ended */
	async at(
		location: Location,
		{ accountId, profile }: OutboxAccount,
		kind: KindName,
		read: { rule: RuleOf<'reference'>; field: string | null },
		takeTurn: () => Promise<boolean>,
	): Promise<CopyIndex | null> {
		if (this.#knownOf !== accountId) this.#known = new Map();
		this.#knownOf = accountId;
		const copies: Copy[] = [];
		for (const { id, readNo } of this.#records.versionsAt(accountId, kind, location.locationId)) {
			const key = `${kind} ${read.field ?? ''} ${id}`;
			let copy = this.#known.get(key);
			if (copy?.readNo !== readNo) {
				const json = this.#records.get(accountId, kind, id)?.json;
				const record = json === undefined ? null : keptOr(listed, json, null);
				if (record === null) continue;
				const view = viewOf(record, read.rule, read.field);
				copy = { ...view, id, readNo, reference: referenceIn(view.text) };
				this.#known.set(key, copy);
			}
			copies.push(copy);
			if (!(await takeTurn())) return null;
		}
		const contents = copies.map(({ content }) => content);
		return {
			location,
			grain: grainOf(contents, location, profile.quantityScale),
			byId: new Map(copies.map((copy) => [copy.id, copy])),
			byReference: Map.groupBy(copies, ({ reference }) => reference ?? ''),
			byItems: Map.groupBy(copies, ({ content }) => itemsKey(content)),
		};
	}
}

export interface Sent extends DocumentView {
	readonly reference: string;
	/** null if neither an answer nor a person named the document. */
	readonly serverId: string | null;
	/** Ids of documents that were there before the first attempt: they are no twins. */
	readonly before: ReadonlySet<string>;
	/** Whether the service is relied on to keep references. */
	readonly relied: boolean;
}

/** Copies that were not there before the first attempt, and carry our reference or have the same content. */
export function twinsOf(sent: Sent, index: CopyIndex): string[] {
	const { grain, location } = index;
	const ours = sent.serverId === null ? undefined : index.byId.get(sent.serverId);
	const carried = ours === undefined ? sent.relied : ours.reference === sent.reference;
	// An answer may have named a stranger's document.
	const isOurs = ours !== undefined && compareShown(sent, ours, grain, location).like !== 'other';
	// If our document carries our reference, so does its twin. Without one, only the same time of day counts.
	const onTheDay = { ...grain, stepMs: wholeDay };
	const alike = (index.byItems.get(itemsKey(sent.content)) ?? []).filter((copy) => {
		const { like, otherReference } = compareShown(sent, copy, grain, location);
		if (otherReference !== null) return false;
		if (like === 'same' || carried) return like === 'same';
		const onDay = compareShown(sent, copy, onTheDay, location);
		// If quantities are rounded too, only our text cut within the reference counts, or a document shown exactly as
		// ours.
		return onDay.like === 'same-day' || onDay.ours || (isOurs && isShownAs(ours, copy, index));
	});
	const marked = index.byReference.get(sent.reference) ?? [];
	const ids = new Set([...marked, ...alike].map(({ id }) => id));
	return [...ids].filter((id) => !sent.before.has(id));
}

const isShownAs = (ours: Copy, copy: Copy, { grain, location }: CopyIndex): boolean =>
	ours.text === copy.text &&
	['same-day', 'same'].includes(likeness(ours.content, copy.content, grain, location));
