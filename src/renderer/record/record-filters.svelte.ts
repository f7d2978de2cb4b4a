// Search, filters and order of a record list. They are in the address, so that Back, reload and a copied link keep them.
import type { CallInput } from '../../shared/bridge/contract.ts';
import type { AnyType } from '../../shared/record/record-kit.ts';
import { referencesIn } from '../../shared/record/references.ts';
import type { Query } from '../shell/route.svelte.ts';

type Asked = Pick<CallInput<'record.list'>, 'search' | 'where' | 'order'>;
export type Activity = 'active' | 'inactive' | 'all';

/** Characters that a search may have. */
const mostSearched = 100;

const kinds: readonly string[] = ['flag', 'choice', 'reference', 'references'];

/** Fields that can be filtered, in the order of the declaration; active or not is a filter of its own. */
const filtered = ({ fields }: AnyType): readonly string[] =>
	Object.keys(fields).filter(
		(name) => name !== 'isActive' && kinds.includes(fields[name]?.kind ?? ''),
	);

/** References in lines are filtered where a link asks for it, as from _Where used_. */
const inLines = ({ fields }: AnyType, query: Query): readonly string[] =>
	referencesIn(fields)
		.map(({ path }) => path)
		.filter((path) => path.includes('/') && query[path] !== undefined);

export class RecordFilters {
	text = $state('');
	activity = $state<Activity>('active');
	/** By field; empty for any. */
	values = $state<Record<string, string>>({});
	order = $state.raw<{ by: string; descending: boolean }>({ by: '', descending: false });
	columns = $state.raw<readonly string[]>([]);
	/** Shown as a sheet. */
	isSheet = $state(false);
	readonly #type: AnyType;

	constructor(type: AnyType, query: Query) {
		this.#type = type;
		this.take(query);
	}

	/** Of an address or a saved view. */
	take(query: Query): void {
		const type = this.#type;
		this.text = (query['q'] ?? '').slice(0, mostSearched);
		const { active: activity = 'active' } = query;
		this.isSheet = query['as'] === 'sheet';
		this.activity = activity === 'inactive' || activity === 'all' ? activity : 'active';
		const chosen = (query['cols'] ?? '').split(',').filter((name) => type.columns.includes(name));
		this.columns = chosen.length === 0 ? type.columns : [...new Set(chosen)];
		const names = [...filtered(type), ...inLines(type, query)];
		this.values = Object.fromEntries(names.map((name) => [name, query[name] ?? '']));
		const [, down = '', by = ''] = /^(-?)(.*)$/.exec(query['sort'] ?? '') ?? [];
		const isColumn = type.columns.includes(by);
		this.order = { by: isColumn ? by : type.title, descending: isColumn && down === '-' };
	}

	readonly active: boolean = $derived(
		this.text !== '' ||
			this.activity !== 'active' ||
			Object.values(this.values).some((value) => value !== ''),
	);

	readonly query: Query = $derived.by(() => {
		const { by, descending } = this.order;
		const isUsual = by === this.#type.title && !descending;
		const all = {
			q: this.text,
			active: this.activity === 'active' ? '' : this.activity,
			...this.values,
			sort: isUsual ? '' : `${descending ? '-' : ''}${by}`,
			as: this.isSheet ? 'sheet' : '',
			cols: this.columns.join() === this.#type.columns.join() ? '' : this.columns.join(),
		};
		return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
	});

	clear(): void {
		this.text = '';
		this.activity = 'active';
		for (const name of Object.keys(this.values)) this.values[name] = '';
	}

	/** Once more by the same column: the other way round. */
	sortBy(by: string): void {
		const { order } = this;
		this.order = { by, descending: order.by === by && !order.descending };
	}

	asked(): Asked {
		const where = Object.entries(this.values).flatMap(([name, value]) => {
			if (value === '') return [];
			const isFlag = this.#type.fields[name]?.kind === 'flag';
			const wanted: [string, (string | boolean)[]] = [name, [isFlag ? value === 'true' : value]];
			return [wanted];
		});
		const isOne = this.#type.fields['isActive'] !== undefined && this.activity !== 'all';
		return {
			search: this.text,
			where: Object.fromEntries([
				...where,
				...(isOne
					? [['isActive', [this.activity === 'active']] satisfies [string, boolean[]]]
					: []),
			]),
			order: this.order,
		};
	}
}
