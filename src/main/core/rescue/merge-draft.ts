// Merges a draft changed on two PCs, line by line and field by field. Its versions tell which changes a PC knew. If
// both changed a part, a person decides; a removed line stays if the other PC changed it.
import { z } from 'zod';
import { parseExact, stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import { joined, versionsOf, type Row, type Versions } from '../store/durable-tables.ts';
import { keptOr, readKept } from '../store/kept-json.ts';

/** The last change of each part: PC and change number. A part without one is unchanged since the draft began. */
export const partChanges = z.record(z.string(), z.tuple([z.string(), z.number().int()]));
type PartChanges = Readonly<z.infer<typeof partChanges>>;

export type Side = 'here' | 'there';

export interface PartConflict {
	readonly part: string;
	readonly here: ExactJson;
	readonly there: ExactJson;
	readonly stays: Side | null;
}

interface MergedDraft {
	readonly row: Row;
	readonly conflicts: readonly PartConflict[];
}

interface DraftAt {
	readonly row: Row;
	readonly parts: ReadonlyMap<string, ExactJson>;
	readonly changes: PartChanges;
	readonly versions: Versions;
	readonly linesAreList: boolean;
}

/** Fields that a person fills in. For any other, the last changed draft wins. */
const entered: readonly string[] = ['description', 'otherLocationId'];
const ofLine = 'lines.';
export const lineOfPart = (part: string): string | null =>
	part.startsWith(ofLine) ? part.slice(ofLine.length) : null;

/** @returns null if either draft is unreadable */
export function mergeDraft(
	{ there, here }: Record<Side, Row>,
	pc: string,
	choose: (part: string) => Side | null,
): MergedDraft | null {
	const [one, other] = [readDraft(there), readDraft(here)];
	if (one === null || other === null) return null;
	const [leads, follows] = isLater(there, here) ? [one, other] : [other, one];
	const known = joined(one.versions, other.versions);
	const next = (known[pc] ?? 0) + 1;
	const parts = new Map<string, ExactJson>();
	const changes: Record<string, [string, number]> = {};
	const conflicts: PartConflict[] = [];
	for (const part of new Set([...leads.parts.keys(), ...follows.parts.keys()])) {
		const stands = standing(part, leads, follows);
		if (stands === 'both') {
			const [mine, theirs] = [other, one].map((at) => at.parts.get(part) ?? null);
			const stays = choose(part);
			conflicts.push({ part, here: mine ?? null, there: theirs ?? null, stays });
			parts.set(part, (stays === 'there' ? theirs : mine) ?? null);
			// A person's choice counts as a change on this PC.
			changes[part] = [pc, next];
		} else if (stands !== null) {
			parts.set(part, stands.parts.get(part) ?? null);
			const change = stands.changes[part];
			if (change !== undefined) changes[part] = change;
		}
	}
	return {
		row: {
			...leads.row,
			body: bodyOf(parts, leads.linesAreList),
			parts: JSON.stringify(changes),
			versions: JSON.stringify(conflicts.length > 0 ? { ...known, [pc]: next } : known),
		},
		conflicts,
	};
}

/** Which side's part to keep; null: removed. If both are equal, `follows`. */
function standing(part: string, leads: DraftAt, follows: DraftAt): DraftAt | 'both' | null {
	const [first, second] = [leads, follows].map((at) => at.parts.get(part));
	const knows = (at: DraftAt, from: DraftAt): boolean => {
		const change = from.changes[part];
		return change === undefined || (at.versions[change[0]] ?? 0) >= change[1];
	};
	if (second === undefined) return knows(follows, leads) ? null : leads;
	if (first === undefined) return knows(leads, follows) ? null : follows;
	if (knows(leads, follows)) return leads;
	if (knows(follows, leads)) return follows;
	if (asEntered(first) === asEntered(second)) return leads;
	return lineOfPart(part) === null && !entered.includes(part) ? leads : 'both';
}

/** Ignores the item data in a line, which each PC takes from its own copies. */
function asEntered(value: ExactJson): string {
	const item = isJsonObject(value) ? value['item'] : undefined;
	return stringifyExact(
		isJsonObject(value) && isJsonObject(item) ? { ...value, item: item['itemId'] } : value,
	);
}

/** By the clock; ties are broken the same way on both PCs. */
function isLater(one: Row, other: Row): boolean {
	const [a, b] = [one, other].map(({ changed_at }) => Number(changed_at));
	return a === b ? String(one['body']) > String(other['body']) : (a ?? 0) > (b ?? 0);
}

function readDraft(row: Row): DraftAt | null {
	const text = String(row['body']);
	const body = readKept(text) === undefined ? null : parseExact(text);
	if (!isJsonObject(body)) return null;
	const { lines = [], ...fields } = body;
	const linesAreList = isList(lines);
	const parts = new Map<string, ExactJson>();
	const put = (part: string, value: ExactJson | undefined): void => {
		if (value !== undefined) parts.set(part, value);
	};
	for (const [name, value] of Object.entries(fields)) put(name, value);
	for (const [key, line] of isList(lines)
		? [...lines.entries()]
		: Object.entries(asRecord(lines))) {
		const own = linesAreList ? asRecord(line)['lineId'] : null;
		put(`${ofLine}${typeof own === 'string' ? own : key}`, line);
	}
	const changes = keptOr(partChanges, String(row['parts']), {});
	return { row, parts, changes, versions: versionsOf(row['versions']), linesAreList };
}

function bodyOf(parts: ReadonlyMap<string, ExactJson>, linesAreList: boolean): string {
	const fields: Record<string, ExactJson> = {};
	const lines: [string, ExactJson][] = [];
	for (const [part, value] of parts) {
		const lineId = lineOfPart(part);
		if (lineId === null) fields[part] = value;
		else lines.push([lineId, value]);
	}
	return stringifyExact({
		...fields,
		lines: linesAreList ? lines.map(([, line]) => line) : Object.fromEntries(lines),
	});
}

const asRecord = (json: ExactJson | undefined) => (isJsonObject(json) ? json : {});
const isList = (json: ExactJson): json is readonly ExactJson[] => Array.isArray(json);
