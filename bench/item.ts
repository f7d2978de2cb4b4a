// Items with names that look like a kitchen's, reproducible by their number.
import type { ItemView } from '../src/shared/bridge/values.ts';
import type { NewItem } from '../src/main/core/store/items.ts';

const goods =
	'Almonds,Anchovies,Apples,Apricots,Artichokes,Asparagus,Aubergines,Avocados,Bacon,Bananas,Barley,Basil,Beans,Beef,Beetroot,Biscuits,Bread,Broccoli,Butter,Cabbage,Capers,Carrots,Cauliflower,Celery,Cheese,Cherries,Chicken,Chickpeas,Chocolate,Coconut,Cod,Coffee,Couscous,Crab,Cream,Cucumbers,Dates,Dill,Duck,Eggs,Fennel,Figs,Flour,Garlic,Gelatine,Ginger,Grapes,Haddock,Ham,Honey,Juice,Kale,Lamb,Leeks,Lemons,Lentils,Lettuce,Limes,Lobster,Mackerel,Mangoes,Milk,Mint,Mushrooms,Mussels,Mustard,Noodles,Oats,Oil,Olives,Onions,Oranges,Parsley,Pasta,Peaches,Pears,Peas,Pepper,Pork,Potatoes,Prawns,Quinoa,Raisins,Rice,Rocket,Saffron,Salmon,Salt,Spinach,Squash,Sugar,Thyme,Tofu,Tomatoes,Trout,Tuna,Turkey,Vanilla,Vinegar,Yoghurt'.split(
		',',
	);
const kinds =
	'Baby,Black,Blanched,Boneless,Brown,Chilled,Coarse,Cooked,Cured,Dark,Dried,Fine,Fresh,Frozen,Golden,Green,Ground,Large,Marinated,Mild,Mixed,Organic,Pickled,Plain,Red,Roasted,Salted,Smoked,Sweet,White,Whole,Wild,Young'.split(
		',',
	);
const forms =
	'blocks,chopped,cubes,diced,fillets,flakes,grated,halves,in brine,in oil,leaves,minced,peeled,pieces,powder,puree,quarters,sliced,sticks,strips,tails,tops,trimmed,wedges'.split(
		',',
	);
const sizes = [
	'100 g',
	'250 g',
	'400 g',
	'500 g',
	'750 ml',
	'1 kg',
	'1 l',
	'2.5 kg',
	'5 kg',
	'10 l',
];

/** The n-th item: good, kind, form and size, a case, a pack and a piece, and a barcode. */
export function makeItem(index: number): NewItem {
	// A step coprime to the number of names visits all, and neighbours differ.
	const names = goods.length * kinds.length * forms.length * sizes.length;
	let rest = (index * 104_729) % names;
	const next = (list: readonly string[]): string => {
		const word = list[rest % list.length] ?? '';
		rest = Math.floor(rest / list.length);
		return word;
	};
	const good = next(goods);
	const name = `${next(kinds)} ${good} ${next(forms)} ${next(sizes)}`;
	const code = `${good.slice(0, 3).toUpperCase()}-${String(index).padStart(6, '0')}`;
	const barcodes = [{ barcode: `20${String(index).padStart(11, '0')}`, unitId: '1' }];
	const perPack = 4 + (index % 3) * 2;
	const unitCost = `${(index % 40) + 1}.${String(index % 100).padStart(2, '0')}`;
	return {
		itemId: `item-${String(index).padStart(6, '0')}`,
		code,
		name,
		category: good,
		unitCost,
		units: [
			unit('3', 'case', 'case', perPack * 6),
			unit('2', 'pack', 'pack', perPack),
			unit('1', 'each', 'each', 1),
		],
		baseUnitName: 'each',
		barcodes,
		json: JSON.stringify({ code, name, good, unitCost, barcodes }),
	};
}

const unit = (
	unitId: string,
	name: string,
	kind: ItemView['units'][number]['kind'],
	holds: number,
): ItemView['units'][number] => ({
	unitId,
	name,
	kind,
	factor: { numerator: String(holds), denominator: '1' },
	places: kind === 'each' ? 2 : 0,
});
