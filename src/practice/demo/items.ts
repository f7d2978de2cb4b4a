// Creates demo items: names, units, barcodes and costs from kitchen-words.ts.
import { createHash } from 'node:crypto';
import type { ItemRecord } from '../../shared/service/inventory-item.ts';
import { categories, ranges, suppliers } from './kitchen-words.ts';
import type { Category } from './kitchen-words.ts';
import type { Practice } from '../operations/handler.ts';
import type { Chance } from './random.ts';
import { ingredientNames } from './recipes.ts';

/** `uomId` of each unit, the same for all items. */
const uom = { each: 1, pack: 2, case: 3, kg: 4, l: 5, box: 6, can: 7, bag: 8 } as const;

const countingFrequencies = {
	Daily: { id: 1, name: 'Daily' },
	Weekly: { id: 2, name: 'Weekly' },
	Monthly: { id: 3, name: 'Monthly' },
} as const;

export interface DemoItem {
	readonly record: ItemRecord;
	readonly category: Category;
	/** Base units in the biggest unit, to scale the stock. */
	readonly biggest: number;
	readonly weighed: boolean;
	/** Its name in the recipes; null if it is in none. */
	readonly ingredient: string | null;
}

export function makeItems(
	count: number,
	chance: Chance,
	{ newId, profile }: Pick<Practice, 'newId' | 'profile'>,
	modifiedDate: string,
): DemoItem[] {
	const plain = categories.flatMap((category) =>
		category.families.flatMap(([words, price, formats]) =>
			formats.split(';').flatMap((format) => {
				const units = unitsOf(format.trim());
				return alternatives(words).map((word) => {
					const name = [word, units.size].filter(Boolean).join(' ');
					return { category, name, price, ...units };
				});
			}),
		),
	);
	const sold = suppliers.flatMap((supplier) => ranges.map((range) => `, ${range}, ${supplier}`));
	const drafts =
		count > plain.length
			? plain.flatMap((draft) => sold.map((as) => ({ ...draft, soldAs: as })))
			: plain.map((draft) => ({ ...draft, soldAs: '' }));
	if (drafts.length < count) throw new Error(`There are words for ${drafts.length} items only.`);
	const isIngredient = ({ name, soldAs }: (typeof drafts)[number]): boolean =>
		ingredientNames.has(name) && (soldAs === '' || soldAs === sold[0]);
	const spare = drafts.filter((draft) => !isIngredient(draft));
	const left = new Set(chance.some(spare, drafts.length - count));
	const chosen = drafts.filter((draft) => !left.has(draft));

	const codes = new Map<Category, number>();
	return chosen.map((draft, index): DemoItem => {
		const { category, price, units, perPiece, biggest } = draft;
		const name = draft.name + draft.soldAs;
		const code = (codes.get(category) ?? 1000) + chance.whole(1, 6);
		codes.set(category, code);
		const [base] = units;
		if (base === undefined) throw new Error(`${name} has no unit.`);
		const weighed = base.uomId === uom.kg || base.uomId === uom.l;
		// Whole ten-thousandths written as a decimal, so no float gets into a cost.
		const cost = Math.round(price * perPiece * chance.whole(8200, 11800));
		return {
			category,
			biggest,
			weighed,
			ingredient: isIngredient(draft) ? draft.name : null,
			record: {
				id: newId(),
				code: `${category.prefix}-${code}`,
				name,
				categoryId: categoryId(category, profile.ids),
				categoryName: category.name,
				baseUomId: base.uomId,
				unitCost: `${Math.floor(cost / 10_000)}.${String(cost % 10_000).padStart(4, '0')}`,
				units,
				...(isSoldByTheBox(category, units)
					? { transactionUnits: [{ transaction: 'catch-weight', uomId: uom.kg }] }
					: {}),
				barcodes: units
					.filter((unit) => unit.type === 'each' || unit.type === 'case')
					.map((unit) => ({
						barcode: barcode(unit.type === 'case' ? '21' : '20', index + 1),
						uomId: unit.uomId,
					})),
				...(category.frequency === undefined
					? {}
					: { countingFrequency: countingFrequencies[category.frequency] }),
				isActive: true,
				modifiedDate,
			},
		};
	});
}

/** A box of fish has the weight on it only as a rule, and is billed by weight. */
const isSoldByTheBox = ({ prefix }: Category, units: ItemRecord['units']): boolean =>
	prefix === 'FI' && units.length === 2 && units.some(({ uomId }) => uomId === uom.box);

/** The document shows some identifiers as uuid, so categories have one too, the same for every seed. */
export function categoryId(category: Category, ids: 'string' | 'integer'): string {
	if (ids === 'integer') return String(categories.indexOf(category) + 1);
	const hex = createHash('sha256').update(category.prefix).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function alternatives(words: string): string[] {
	const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(words);
	if (!match) return [words];
	const [, before = '', choices = '', after = ''] = match;
	return choices
		.split(',')
		.flatMap((choice) => alternatives(after).map((rest) => `${before}${choice.trim()}${rest}`));
}

interface Units {
	readonly units: ItemRecord['units'];
	/** Size after a piece's name: `250 g`. */
	readonly size: string;
	/** Kilograms, litres or pieces per base unit, for the price. */
	readonly perPiece: number;
	readonly biggest: number;
}

function unitsOf(format: string): Units {
	const measured = /^(kg|l)(?: (\d+(?:\.\d+)?)(?: x (\d+))?)?$/.exec(format);
	if (measured) return measuredUnits(measured[1] === 'l' ? 'l' : 'kg', measured[2], measured[3]);
	const [size = '', ...counts] = format.split(/(?:^| )x /).map((part) => part.trim());
	return { ...countedUnits(counts.map(Number)), size, perPiece: amountOf(size) };
}

function measuredUnits(base: 'kg' | 'l', content = '', perCase = '') {
	const units: ItemRecord['units'] = [
		{
			uomId: uom[base],
			name: base,
			type: base === 'kg' ? 'weight' : 'volume',
			conversionFactor: '1',
			decimals: 3,
		},
	];
	if (content === '') return { units, size: '', perPiece: 1, biggest: 1 };
	const biggest = Number(content) * Number(perCase || 1);
	if (perCase !== '') {
		units.push({
			uomId: uom.bag,
			name: `bag ${content} ${base}`,
			type: 'pack',
			conversionFactor: content,
			decimals: 0,
		});
	}
	const name =
		perCase !== '' ? 'case' : base === 'kg' ? 'box' : Number(content) >= 30 ? 'keg' : 'can';
	units.push({
		uomId: name === 'case' ? uom.case : name === 'box' ? uom.box : uom.can,
		name: `${name} ${biggest} ${base}`,
		type: 'case',
		conversionFactor: String(biggest),
		decimals: 0,
	});
	return { units, size: name === 'keg' ? `keg ${content} l` : '', perPiece: 1, biggest };
}

function countedUnits(counts: readonly number[]): Pick<Units, 'units' | 'biggest'> {
	const units: ItemRecord['units'] = [
		{ uomId: uom.each, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 },
	];
	const biggest = counts.reduce((product, count) => product * count, 1);
	const [inPack] = counts;
	if (counts.length > 1 && inPack !== undefined) {
		units.push({
			uomId: uom.pack,
			name: `pack of ${inPack}`,
			type: 'pack',
			conversionFactor: String(inPack),
			decimals: 0,
		});
	}
	if (biggest > 1) {
		units.push({
			uomId: uom.case,
			name: `case of ${biggest}`,
			type: 'case',
			conversionFactor: String(biggest),
			decimals: 0,
		});
	}
	return { units, biggest };
}

/** Kilograms, litres or pieces in a size: 0.25 for `250 g tin`. */
function amountOf(size: string): number {
	const [, amount = '1', measure = 'pcs'] = /^([\d.]+) (g|kg|ml|l|pcs)\b/.exec(size) ?? [];
	return Number(amount) / (measure === 'g' || measure === 'ml' ? 1000 : 1);
}

/** In the range 20 to 29, which GS1 reserves for in-store codes, so it belongs to no product. */
export function barcode(prefix: string, no: number): string {
	// A factor coprime to the modulus scatters the numbers without collisions.
	const scattered = (BigInt(no) * 7_919_317n) % 10_000_000_000n;
	const digits = prefix + scattered.toString().padStart(10, '0');
	const sum = Array.from(digits, Number).reduce(
		(total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
		0,
	);
	return `${digits}${(10 - (sum % 10)) % 10}`;
}
