// One history of travelling work: random actions at two or three PCs, and after each, what every PC shows compared with
// the oracle.
import Database from 'better-sqlite3';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPlan } from '../../src/shared/bridge/count-plan.ts';
import { Dispatched } from './dispatched.ts';
import {
	backTo,
	begun,
	change,
	decides,
	Expected,
	imports,
	merged,
	nodeOf,
	wordsOf,
	type Held,
	type Snapshot,
} from './oracle.ts';
import { Pc, type HistoryClock, type Place, type Templates } from './pcs.ts';

/** Kinds of entries. */
export const work = [
	['draft', 'edit', 'line', 'line', 'discard', 'submit'],
	['draft', 'add-photo', 'add-photo', 'remove-photo', 'lose-pictures'],
	['receive'],
	['begin-edit', 'edit-begun'],
	['open-count', 'enter', 'enter', 'decide', 'decide', 'keep-code'],
	['template', 'count-template', 'look'],
] as const;
/** Actions on them. */
export const journeys = [
	['copy', 'copy', 'break-index'],
	['copy', 'copy-ahead', 'ruin'],
	['copy', 'restore'],
	['give-copy', 'give-move', 'give-move', 'import', 'import', 'import-again'],
	['give-move', 'import', 'copy', 'break-index'],
	['copy', 'lose-log'],
] as const;
/** Actions on drafts that also go to the service. */
export const sendings = [
	['send', 'give-move', 'import', 'import-again'],
	['send', 'give-copy', 'import', 'import'],
	['send', 'send', 'copy', 'restore', 'ruin'],
	['send', 'copy', 'give-move', 'import', 'break-index'],
] as const;
type DeedName =
	| (typeof work)[number][number]
	| (typeof journeys)[number][number]
	| (typeof sendings)[number][number];

export interface Deed {
	name: DeedName;
	pc: number;
	/** Chooses among the candidates, in [0, 1). */
	pick: number;
	/** A person's answer if both PCs changed something. */
	keep: 'here' | 'there';
}

interface WorkFile {
	text: string;
	mode: 'copy' | 'move';
	from: number;
	holds: Snapshot;
}

interface Machine {
	pc: Pc;
	expected: Expected;
	copies: { name: string; holds: Snapshot }[];
	/** The content of a backup from before its first action. */
	edits: number;
}

const jpeg = (text: string): string =>
	Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text)]).toString('base64');
const year = 365 * 24 * 60 * 60 * 1000;

/** A violation. */
export class Wrong extends Error {
	override readonly name = 'Wrong';
}

export async function runHistory(
	{ folders, place, startService }: Templates,
	machines: number,
	deeds: readonly Deed[],
): Promise<void> {
	const clock: HistoryClock = { now: Date.UTC(2026, 10, 21, 12) };
	const all: Machine[] = [];
	const sends = deeds.some(({ name }) => name === 'send');
	const service = sends ? await startService(clock) : null;
	try {
		for (const folder of folders.slice(0, machines)) {
			const pc = new Pc(folder, clock);
			await pc.open();
			all.push({ pc, expected: new Expected(), copies: [], edits: 0 });
		}
		const history = new History(all, place, service && (await Dispatched.of(service)));
		for (const [index, deed] of deeds.entries()) {
			const machine = all[deed.pc % all.length];
			if (machine === undefined) continue;
			try {
				if ((await history.carryOut(deed, machine)) === 'ended') return;
				await history.check(machine);
			} catch (error) {
				const said = error instanceof Error ? error.message : String(error);
				throw new Wrong(`after deed ${String(index + 1)} (${deed.name}): ${said}`);
			}
		}
		for (const machine of all) await history.check(machine);
	} finally {
		for (const { pc } of all) await pc.remove();
		await service?.close();
	}
}

class History {
	readonly #all: readonly Machine[];
	readonly #place: Place;
	readonly #service: Dispatched | null;
	readonly #files: WorkFile[] = [];
	#words = 0;

	constructor(all: readonly Machine[], place: Place, service: Dispatched | null) {
		this.#all = all;
		this.#place = place;
		this.#service = service;
	}

	/** A unique word for one content. */
	#word(): string {
		return String((this.#words += 1) + 1000);
	}

	async carryOut(deed: Deed, machine: Machine): Promise<'ended' | 'goes-on'> {
		switch (deed.name) {
			case 'lose-log':
				return this.#loseLog(machine);
			case 'copy':
			case 'copy-ahead':
			case 'break-index':
			case 'ruin':
			case 'restore':
				await this.#rescue(deed, machine);
				return 'goes-on';
			case 'give-copy':
			case 'give-move':
				await this.#give(deed.name === 'give-copy' ? 'copy' : 'move', machine);
				return 'goes-on';
			case 'import':
			case 'import-again':
				await this.#import(deed, machine);
				return 'goes-on';
			case 'send':
				await this.#service?.send(machine);
				return 'goes-on';
			case 'receive':
			case 'begin-edit':
			case 'edit-begun':
			case 'open-count':
			case 'enter':
			case 'decide':
			case 'keep-code':
				await this.#atDocument(deed, machine);
				return 'goes-on';
			default:
				await this.#atDesk(deed, machine);
				return 'goes-on';
		}
	}

	// ── Drafts, photos, and what belongs to one PC ─────────────────────────────────────────────────────────────────

	async #atDesk({ name, pick }: Deed, machine: Machine): Promise<void> {
		const { pc, expected } = machine;
		const { locationId } = this.#place;
		const [id, held] = chosen([...expected.drafts].filter(isOpenWaste), pick) ?? ['', null];
		const photos = [...expected.photos];
		switch (name) {
			case 'draft': {
				const words = { description: this.#word(), 'line-1': this.#word() };
				const { documentId } = await pc.call('wastage.save', this.#waste(null, 0, words));
				expected.drafts.set(documentId, begun(words));
				this.#service?.draftSays(documentId, words.description);
				return;
			}
			case 'edit': {
				if (held === null) return;
				const description = this.#word();
				await this.#changeWaste(id, id, { description }, machine);
				this.#service?.draftSays(id, description);
				return;
			}
			case 'line': {
				if (held === null) return;
				const lines = Object.keys(wordsOf(held)).filter((part) => part !== 'description');
				const word = this.#word();
				const known = pick < 0.5 ? undefined : chosen(lines, (pick * 7) % 1);
				const text = known !== undefined && pick > 0.8 ? '' : word;
				await this.#changeWaste(id, id, { [known ?? `line-${word}`]: text }, machine);
				return;
			}
			case 'discard':
				if (held === null) return;
				await pc.call('wastage.discard', { documentId: id });
				expected.drafts.set(id, change(held, {}, 'discarded'));
				return;
			case 'submit':
				if (held === null || !('line-1' in wordsOf(held))) return;
				await pc.call('wastage.submit', { documentId: id, intentId: crypto.randomUUID() });
				expected.drafts.set(id, change(held, {}, 'submitted'));
				return;
			case 'add-photo': {
				if (held === null) return;
				const photo = { documentId: id, picture: jpeg(this.#word()) };
				const { photoId } = await pc.call('photo.add', photo);
				expected.photos.add(`${id} ${photoId}`);
				return;
			}
			case 'remove-photo': {
				const isHere = (each: string) => {
					const standing = expected.drafts.get(each.split(' ')[0] ?? '')?.standing;
					return standing !== 'discarded' && standing !== 'away';
				};
				const photo = chosen(photos.filter(isHere), pick);
				if (photo === undefined) return;
				await pc.call('photo.remove', { photoId: photo.split(' ')[1] ?? '' });
				expected.photos.delete(photo);
				expected.removedPhotos.add(photo);
				return;
			}
			case 'lose-pictures':
				rmSync(join(pc.folder, 'photos'), { recursive: true, force: true });
				expected.photos.clear();
				return;
			case 'template': {
				const { templates } = await pc.call('waste.templates', { locationId });
				const known = chosen(templates, pick);
				if (known !== undefined && pick > 0.6) {
					await pc.call('waste.removeTemplate', { templateId: known.templateId });
					expected.own.delete(`template ${known.templateId}`);
					return;
				}
				const word = this.#word();
				const { itemId, unitId, reasonId } = this.#place;
				const boxes = [{ unitId, typed: '1' }];
				const lines = [{ itemId, boxes, reasonId, label: '', note: '' }];
				const templateId = known?.templateId ?? null;
				const saved = await pc.call('waste.saveTemplate', {
					templateId,
					locationId,
					name: word,
					lines,
				});
				const made = saved.templates.find((each) => each.name === word);
				expected.own.set(`template ${made?.templateId ?? ''}`, word);
				return;
			}
			case 'count-template': {
				const { templates } = await pc.call('countTemplate.list', { locationId });
				const known = chosen(templates, pick);
				if (known !== undefined && pick > 0.6) {
					await pc.call('countTemplate.remove', { templateId: known.templateId });
					expected.own.delete(`count template ${known.templateId}`);
					return;
				}
				const word = this.#word();
				const plan = countPlan.parse({ scope: { kind: 'full' } });
				const templateId = known?.templateId ?? null;
				const saved = await pc.call('countTemplate.save', {
					locationId,
					templateId,
					name: word,
					plan,
				});
				expected.own.set(`count template ${saved.templateId}`, word);
				return;
			}
			default: {
				const person = `Noor ${this.#word()}`;
				await pc.call('settings.set', { person });
				expected.own.set('person', person);
				const words = this.#word();
				const labels = pick < 0.3 ? [] : [{ words, reasonId: this.#place.reasonId }];
				await pc.call('waste.saveLabels', { locationId, labels });
				expected.own.set('labels', labels.map((label) => label.words).join());
			}
		}
	}

	/** Saves an open waste draft with new words, each for a field or a line's quantity. */
	async #changeWaste(
		key: string,
		documentId: string,
		words: Readonly<Record<string, string>>,
		{ pc, expected }: Pick<Machine, 'pc' | 'expected'>,
	): Promise<void> {
		const held = expected.drafts.get(key);
		if (held === undefined) return;
		const after = change(held, words);
		const { revision } = await pc.call('wastage.get', { documentId });
		await pc.call('wastage.save', this.#waste(documentId, revision, wordsOf(after)));
		expected.drafts.set(key, after);
	}

	#waste(
		documentId: string | null,
		revision: number,
		{ description = '', ...lines }: Readonly<Record<string, string>>,
	) {
		const { locationId, itemId, unitId, reasonId } = this.#place;
		return {
			documentId,
			revision,
			locationId,
			description,
			locale: 'en-GB',
			lines: Object.entries(lines).map(([lineId, typed]) => {
				const boxes = [{ unitId, typed }];
				return { lineId, itemId, boxes, reasonId, label: '', note: '' };
			}),
		};
	}

	// ── Documents of the service, and counts ───────────────────────────────────────────────────────────────────────

	async #atDocument(
		{ name, pick }: Deed,
		{ pc, expected }: Pick<Machine, 'pc' | 'expected'>,
	): Promise<void> {
		const { locationId, transferId, wasteId, unitId } = this.#place;
		const word = this.#word();
		if (name === 'receive') {
			const { lines } = await pc.call('transfer.get', { documentId: transferId });
			const line = lines[pick < 0.5 ? 0 : 1];
			const lineId = line?.lineId ?? '';
			const unit = line?.item.units[0]?.unitId ?? unitId;
			const entry = { documentId: transferId, lineId, unitId: unit };
			await pc.call('transferIn.enter', { ...entry, typed: word, locale: 'en-GB' });
			// One moved away is gone here, and a new one is begun.
			const key = `receipt ${openReceiptAt(pc) ?? ''}`;
			const before = expected.drafts.get(key);
			const words = { [lineId]: word };
			expected.drafts.set(key, before === undefined ? begun(words) : change(before, words));
			return;
		}
		const [edited, edit] =
			[...expected.drafts].find(
				([key, { standing }]) => key.startsWith('edit ') && standing === 'open',
			) ?? [];
		if (name === 'begin-edit') {
			if (edited !== undefined && edit !== undefined) {
				await pc.call('wastage.discard', { documentId: edited.slice(5) });
				expected.drafts.set(edited, change(edit, {}, 'discarded'));
			}
			const draft = await pc.call('wastage.edit', { documentId: wasteId });
			const words = { description: word, 'line-1': word };
			await pc.call('wastage.save', this.#waste(draft.documentId, draft.revision, words));
			expected.drafts.set(`edit ${draft.documentId}`, begun(words));
			return;
		}
		if (name === 'edit-begun') {
			if (edited === undefined) return;
			const words = pick < 0.5 ? { description: word } : { [`line-${word}`]: word };
			await this.#changeWaste(edited, edited.slice(5), words, { pc, expected });
			return;
		}
		if (name === 'open-count') {
			const plan = countPlan.parse({ scope: { kind: 'full' }, together: 'sum' });
			const { stocktakeId } = await pc.call('stocktake.open', {
				locationId,
				name: word,
				plan,
				templateId: null,
				intentId: crypto.randomUUID(),
			});
			expected.drafts.set(`count ${stocktakeId}`, begun({ count: stocktakeId }));
			expected.counted.set(stocktakeId, new Set());
			return;
		}
		const counts = [...expected.drafts].filter(
			([key, { standing }]) => key.startsWith('count ') && standing === 'open',
		);
		const [key = '', held] = chosen(counts, pick) ?? [];
		if (held === undefined) return;
		const stocktakeId = key.slice('count '.length);
		const words = expected.counted.get(stocktakeId);
		const lineNo = 1 + (Math.floor(pick * 97) % 5);
		const by = '';
		if (name === 'keep-code') {
			await pc.call('stocktake.keepUnknownCode', { stocktakeId, code: word, areaId: null, by });
			words?.add(`code ${word}`);
			return;
		}
		if (name === 'enter') {
			const { lines } = await pc.call('stocktake.lines', { stocktakeId, from: 0, limit: 500 });
			const line = lines.find((each) => each.lineNo === lineNo);
			if (line === undefined) return;
			const unit = line.units[0]?.unitId ?? '';
			const typed = { stocktakeId, lineNo, unitId: unit, typed: word, locale: 'en-GB', by };
			await pc.call('stocktake.enter', typed);
			words?.add(`entry ${word}`);
			return;
		}
		const decision = { stocktakeId, lineNos: [lineNo], round: null, reason: word, by };
		const reply = await pc.reply('stocktake.stand', decision);
		if (!reply.ok) return;
		const line = `${stocktakeId} ${String(lineNo)}`;
		const before = expected.decided.get(line);
		expected.decided.set(line, before === undefined ? nodeOf(word) : nodeOf(word, before));
	}

	// ── Copies, damage, going back ─────────────────────────────────────────────────────────────────────────────────

	async #rescue({ name, pick }: Deed, machine: Machine): Promise<void> {
		const { pc, expected, copies } = machine;
		switch (name) {
			case 'copy':
			case 'copy-ahead': {
				// A clock one year ahead for one start.
				pc.ahead = name === 'copy-ahead' ? year : 0;
				const made = await pc.call('rescue.makeCopy', {});
				pc.ahead = 0;
				copies.push({ name: made.name, holds: expected.copy() });
				return;
			}
			case 'break-index':
				await pc.restart(() => {
					breakIndex(join(pc.folder, 'stillroom.db'), pick);
				}, true);
				return;
			case 'ruin': {
				const last = copies.at(-1);
				if (last === undefined) return;
				const file = join(pc.folder, 'stillroom.db');
				const photos = new Set(expected.photos);
				await pc.restart(() => {
					writeFileSync(file, Buffer.alloc(20_000, 'ruined'));
				}, true);
				expected.become(last.holds);
				for (const photo of expected.photos) if (!photos.has(photo)) expected.photos.delete(photo);
				return;
			}
			default: {
				const copy = chosen(copies, pick);
				if (copy === undefined) return;
				await pc.call('rescue.restore', { name: copy.name });
				this.#goneBack(copy.holds, expected);
			}
		}
	}

	#goneBack(copy: Snapshot, expected: Expected): void {
		for (const [key, then] of copy.drafts) {
			const now = expected.drafts.get(key);
			if (then.standing !== 'open' || now === undefined) continue;
			if (now.standing === 'submitted' || now.standing === 'sent') continue;
			// What was begun since for the same document stays.
			if (now.standing !== 'open' && this.#rivalOf(key, expected) !== undefined) continue;
			if (!key.startsWith('count ')) {
				expected.drafts.set(key, backTo(then, now));
				continue;
			}
			expected.drafts.set(key, { ...now, standing: 'open' });
			const id = key.slice('count '.length);
			expected.counted.set(id, new Set(copy.counted.get(id)));
			for (const line of expected.decided.keys()) {
				if (line.startsWith(id)) expected.decided.delete(line);
			}
			for (const [line, decided] of copy.decided) {
				if (line.startsWith(id)) expected.decided.set(line, decided);
			}
		}
	}

	/** The program is killed, and its log lost. @returns what is undefined for the oracle after that */
	async #loseLog(machine: Machine): Promise<'ended'> {
		const { pc } = machine;
		const file = join(pc.folder, 'stillroom.db');
		const cut = readFileSync(file);
		await pc.restart(() => {
			writeFileSync(file, cut);
			for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
		}, false);
		const wrong = await this.#wrongAt(machine);
		const { records } = await pc.call('rescue.state', {});
		if (wrong.length > 0 && !records.some(({ read }) => !read)) {
			throw new Error(`nobody says that work is gone: ${wrong.join('; ')}`);
		}
		return 'ended';
	}

	// ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────

	async #give(mode: 'copy' | 'move', machine: Machine): Promise<void> {
		const { pc, expected } = machine;
		const reply = await pc.reply('rescue.exportWork', { mode });
		if (!reply.ok) return;
		const all = expected.copy();
		const goes = new Map(
			[...all.drafts].filter(([, { standing }]) => standing === 'open' || standing === 'submitted'),
		);
		this.#files.push({
			text: reply.value.text,
			mode,
			from: this.#all.indexOf(machine),
			holds: { ...all, drafts: goes },
		});
		if (mode === 'copy') return;
		for (const key of goes.keys()) {
			const held = expected.drafts.get(key);
			if (held !== undefined) expected.drafts.set(key, { ...held, standing: 'away' });
		}
	}

	async #import({ name, pick, keep }: Deed, machine: Machine): Promise<void> {
		// People import another PC's last file, or an old one left over.
		const others = this.#files.filter(({ from }) => this.#all[from] !== machine);
		const file = name === 'import' ? others.at(-1) : chosen(this.#files, pick);
		if (file === undefined) return;
		const { pc, expected } = machine;
		await pc.give(file.text);
		const asked = await pc.reply('rescue.importWork', {});
		if (!asked.ok) {
			if (asked.code !== 'changed-meanwhile') throw new Error(`${asked.code}: ${asked.message}`);
			await pc.call('rescue.importWork', { together: 'sum', drafts: keep });
		}
		let mayAsk = false;
		for (const [key, there] of file.holds.drafts) {
			if (key.startsWith('count ')) await this.#countCame(key, there, file, machine);
			else {
				const asks = await this.#draftCame(
					key,
					there,
					{ asked: !asked.ok, keep, mode: file.mode },
					machine,
				);
				mayAsk ||= asks;
			}
		}
		if (!asked.ok && !mayAsk) throw new Error('somebody is asked though there is no question');
		// Photos travel, and go, with their document.
		const goes = (photo: string) => file.holds.drafts.has(photo.split(' ')[0] ?? '');
		for (const photo of [...file.holds.removedPhotos].filter(goes)) {
			expected.photos.delete(photo);
			expected.removedPhotos.add(photo);
		}
		for (const photo of [...file.holds.photos].filter(goes)) {
			if (!expected.removedPhotos.has(photo)) expected.photos.add(photo);
		}
	}

	async #draftCame(
		key: string,
		there: Held,
		{ asked, keep, mode }: { asked: boolean; keep: 'here' | 'there'; mode: WorkFile['mode'] },
		machine: Machine,
	): Promise<boolean> {
		const { expected } = machine;
		const here = expected.drafts.get(key);
		const comes = imports(there, here);
		const rival = there.standing === 'open' ? this.#rivalOf(key, expected) : undefined;
		const meets = comes === 'comes' || comes === 'merges' || (comes === 'may-come' && asked);
		if (rival !== undefined && meets && here?.standing !== 'open') {
			if (!asked) throw new Error(`${key} meets another one, and nobody was asked`);
			if (keep === 'there') {
				expected.drafts.set(rival[0], change(rival[1], {}, 'discarded'));
				expected.drafts.set(key, arrived(there, here, mode));
			} else expected.drafts.set(key, { ...arrived(there, here, mode), standing: 'discarded' });
			return true;
		}
		switch (comes) {
			case 'comes':
				expected.drafts.set(key, arrived(there, here, mode));
				return false;
			case 'stays':
				return false;
			case 'may-come': {
				const shown = await this.#shown(key, machine);
				if (shown !== null && here !== undefined) {
					// Coming back: an older file does not restore it again.
					expected.drafts.set(key, change(here, {}, there.standing));
				}
				return false;
			}
			case 'merges': {
				if (here === undefined) return false;
				const { held, asks } = merged(there, here, keep);
				if (asks.length > 0 && !asked) {
					throw new Error(`${asks.join()} of ${key} was changed at both PCs, and nobody was asked`);
				}
				expected.drafts.set(key, mode === 'move' ? change(held, {}) : held);
				return asks.length > 0;
			}
			case 'asks':
				if (!asked) throw new Error(`${key} was submitted and changed, and nobody was asked`);
				if (here === undefined) return true;
				expected.drafts.set(
					key,
					keep === 'there'
						? arrived(there, here, mode)
						: { ...here, seen: arrived(there, here, mode).seen },
				);
				return true;
		}
	}

	#rivalOf(key: string, { drafts }: Expected): [string, Held] | undefined {
		const kind = /^(edit|receipt) /.exec(key)?.[0];
		if (kind === undefined) return undefined;
		return [...drafts].find(
			([other, { standing }]) => other !== key && other.startsWith(kind) && standing === 'open',
		);
	}

	/** Everything of a count in the file is there afterwards; an older file reopens nothing. */
	async #countCame(key: string, there: Held, file: WorkFile, machine: Machine): Promise<void> {
		const { expected } = machine;
		const id = key.slice('count '.length);
		const inFile = file.holds.counted.get(id) ?? new Set<string>();
		const here = expected.drafts.get(key);
		const known = expected.counted.get(id) ?? new Set<string>();
		const decisions = [...file.holds.decided].filter(([line]) => line.startsWith(id));
		const news =
			here === undefined ||
			[...inFile].some((word) => !known.has(word)) ||
			decisions.some(([line, decided]) => {
				return decides(decided, expected.decided.get(line)) !== 'stays';
			});
		if (news) {
			expected.counted.set(id, new Set([...known, ...inFile]));
			expected.drafts.set(key, { ...(here ?? there), standing: 'open' });
		} else {
			const shown = await this.#shown(key, machine);
			if (shown !== null && inFile.size === known.size) {
				expected.drafts.set(key, { ...here, standing: 'open' });
			}
		}
		for (const [line, decided] of decisions) {
			const mine = expected.decided.get(line);
			const comes = decides(decided, mine);
			if (comes === 'comes') expected.decided.set(line, decided);
			// Decided at both: either is right, and the history has both.
			if (comes === 'asks' && mine !== undefined) {
				const now = decisionsAt(machine.pc).get(line) ?? '';
				if (now !== decided.text && now !== mine.text) {
					throw new Error(`the decision on line ${line} is neither of the two`);
				}
				expected.decided.set(line, nodeOf(now, mine, decided));
			}
		}
	}

	// ── What the PCs show ──────────────────────────────────────────────────────────────────────────────────────────

	async check(machine: Machine): Promise<void> {
		const wrong = await this.#wrongAt(machine);
		if (wrong.length > 0) {
			throw new Error(`PC ${String(this.#all.indexOf(machine) + 1)}: ${wrong.join('; ')}`);
		}
	}

	async #wrongAt(machine: Machine): Promise<string[]> {
		const { pc, expected } = machine;
		const wrong: string[] = [];
		for (const [key, held] of expected.drafts) {
			const { standing } = held;
			if (standing === 'sent') continue;
			const shown = await this.#shown(key, machine);
			const open = standing === 'open' || standing === 'submitted';
			if (open && shown === null) wrong.push(`${key} is lost`);
			if (!open && shown !== null) wrong.push(`${key} is there, though it is ${standing}`);
			if (!open || shown === null) continue;
			const words = wordsOf(held);
			for (const part of new Set([...Object.keys(words), ...Object.keys(shown)])) {
				const [now, then] = [shown[part], words[part]];
				if (now !== then) wrong.push(`${part} of ${key} is ${String(now)}, not ${String(then)}`);
			}
		}
		const shown = wordsAt(pc);
		for (const [id, words] of expected.counted) {
			const standing = expected.drafts.get(`count ${id}`)?.standing;
			if (standing !== 'open' && standing !== 'away') continue;
			for (const word of words) if (!shown.has(`${id} ${word}`)) wrong.push(`${word} is lost`);
		}
		const decisions = decisionsAt(pc);
		for (const [line, { text }] of expected.decided) {
			const standing = expected.drafts.get(`count ${line.split(' ')[0] ?? ''}`)?.standing;
			if (standing !== 'open') continue;
			const now = decisions.get(line) ?? '';
			if (now !== text) wrong.push(`line ${line} says ${now}, not ${text}`);
		}
		wrong.push(...(await this.#wrongOwn(machine)), ...(await this.#wrongPhotos(machine)));
		return wrong;
	}

	/** A draft's parts as the PC shows them; null if neither open nor waiting there. */
	async #shown(key: string, { pc }: Machine): Promise<Record<string, string> | null> {
		const documentId = key.replace(/^(receipt|count|edit) /, '');
		if (key.startsWith('receipt ')) {
			if (openReceiptAt(pc) !== documentId) return null;
			const { lines } = await pc.call('transfer.get', { documentId: this.#place.transferId });
			return typedIn(lines.map(({ lineId, entry }) => ({ lineId, boxes: entry?.boxes ?? [] })));
		}
		if (key.startsWith('count ')) {
			const { stocktakes } = await pc.call('stocktake.list', {
				locationId: this.#place.locationId,
			});
			return stocktakes.some(
				({ stocktakeId, state }) => stocktakeId === documentId && state === 'open',
			)
				? { count: documentId }
				: null;
		}
		const reply = await pc.reply('wastage.get', { documentId });
		if (!reply.ok) return null;
		const { standing, description, lines } = reply.value;
		if (key.startsWith('edit ') && standing !== 'draft') return null;
		return { description, ...typedIn(lines) };
	}

	async #wrongOwn({ pc, expected }: Machine): Promise<string[]> {
		const { locationId } = this.#place;
		const { templates } = await pc.call('waste.templates', { locationId });
		const counts = await pc.call('countTemplate.list', { locationId });
		const { labels } = await pc.call('waste.labels', { locationId });
		const { settings } = await pc.call('app.state', {});
		const shown = new Map<string, string>([
			...templates.map((each) => [`template ${each.templateId}`, each.name] as const),
			...counts.templates.map((each) => [`count template ${each.templateId}`, each.name] as const),
			['labels', labels.map(({ words }) => words).join()] as const,
			['person', settings.person] as const,
		]);
		return [...new Set([...shown.keys(), ...expected.own.keys()])].flatMap((key) => {
			const [now, then] = [shown.get(key), expected.own.get(key)];
			const never = then === undefined && (key === 'person' || key === 'labels');
			return now === then || never ? [] : [`${key} is ${String(now)}, not ${String(then)}`];
		});
	}

	async #wrongPhotos({ pc, expected }: Machine): Promise<string[]> {
		const wrong: string[] = [];
		for (const photo of [...expected.photos, ...expected.removedPhotos]) {
			const [documentId = '', photoId = ''] = photo.split(' ');
			const { photos } = await pc.call('photo.list', { documentId });
			const there = photos.some((each) => each.photoId === photoId);
			if (expected.removedPhotos.has(photo)) {
				if (there) wrong.push(`photo ${photo} is back`);
				continue;
			}
			const picture = await pc.reply('photo.get', { photoId });
			if (!there || !picture.ok) wrong.push(`photo ${photo} is lost`);
		}
		return wrong;
	}
}

/** Typed text by line. */
const typedIn = (
	lines: readonly { lineId: string; boxes: readonly { typed: string }[] }[],
): Record<string, string> =>
	Object.fromEntries(
		lines.flatMap(({ lineId, boxes }) => {
			const typed = boxes.find((box) => box.typed !== '')?.typed;
			return typed === undefined ? [] : [[lineId, typed] as const];
		}),
	);

/** A file's draft arrives, and this PC knows both. Moving it here is a change. */
function arrived(there: Held, here: Held | undefined, mode: WorkFile['mode']): Held {
	const seen = new Set([...there.seen, ...(here?.seen ?? [])]);
	const held = { ...there, seen };
	const same =
		here?.standing === there.standing &&
		JSON.stringify(wordsOf(here)) === JSON.stringify(wordsOf(there));
	return mode === 'move' && !same ? change(held, {}) : held;
}

const isOpenWaste = ([key, { standing }]: [string, Held]): boolean =>
	standing === 'open' && !/^(edit|count|receipt) /.test(key);

function chosen<Value>(values: readonly Value[], pick: number): Value | undefined {
	return values[Math.min(values.length - 1, Math.floor(pick * values.length))];
}

/** Breaks one page of an index: every row of every table stays readable. */
function breakIndex(file: string, pick: number): void {
	const db = new Database(file);
	const pages = db
		.prepare<[], number>(
			`SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
				AND name IN ('draft_open', 'lane_standing', 'waste_template_location', 'count_template_location', 'action_lane')`,
		)
		.pluck()
		.all();
	const size = Number(db.pragma('page_size', { simple: true }));
	db.close();
	const page = chosen(pages, pick) ?? 2;
	const bytes = readFileSync(file);
	bytes.fill(0xff, (page - 1) * size, page * size);
	writeFileSync(file, bytes);
}

function readOnly<Result>(pc: Pc, read: (db: Database.Database) => Result): Result {
	const db = new Database(join(pc.folder, 'stillroom.db'), { readonly: true });
	try {
		return read(db);
	} finally {
		db.close();
	}
}

/** All count entries and notes. */
const wordsAt = (pc: Pc): Set<string> =>
	readOnly(
		pc,
		(db) =>
			new Set(
				db
					.prepare<[], string>(
						`SELECT stocktake_id || ' entry ' || typed FROM count_entry
						 UNION ALL SELECT stocktake_id || ' code ' || code FROM count_unknown_code`,
					)
					.pluck()
					.all(),
			),
	);

/** The receipt's open draft. */
const openReceiptAt = (pc: Pc): string | undefined =>
	readOnly(pc, (db) =>
		db
			.prepare<[], string>(
				`SELECT draft_id FROM draft WHERE document = 'receipt' AND state = 'open'`,
			)
			.pluck()
			.get(),
	);

const decisionsAt = (pc: Pc): Map<string, string> =>
	readOnly(
		pc,
		(db) =>
			new Map(
				db
					.prepare<[], { line: string; reason: string }>(
						`SELECT stocktake_id || ' ' || line_no AS line, reason FROM stocktake_line WHERE reason <> ''`,
					)
					.all()
					.map(({ line, reason }) => [line, reason] as const),
			),
	);
