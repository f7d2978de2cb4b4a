// Goods of a fictional kitchen: plain goods, no real brands, makers or protected names.

export const linesIn = (table: string): readonly string[] => table.trim().split(/\s*\n\s*/);

/** `{a,b}` creates one item for each; `price` is euros per kilogram, litre or piece. */
type Family = readonly [words: string, price: number, formats: string];

const frequencies = ['Daily', 'Weekly', 'Monthly'] as const;

/**
 * Formats, separated by `;`:
 * - `250 g x 20`: counted in pieces of that size, 20 to a case. `125 g x 4 x 10`: packs of 4, 10 to a case.
 * - `x 24`: counted in pieces without a size, 24 to a case. `x 6 x 8`: packs of 6.
 * - `kg 5`: weighed; a box holds 5 kg, and `kg` alone has no box. `kg 2.5 x 4`: bags of 2.5 kg, 4 to a case. `l 20`:
 *   measured; a can holds 20 l.
 */
export interface Category {
	readonly name: string;
	readonly prefix: string;
	readonly frequency?: (typeof frequencies)[number];
	readonly areas: readonly AreaName[];
	readonly alsoIn: AreaName | null;
	readonly families: Family[];
}

export const areaNames = [
	'Dry store',
	'Walk-in fridge',
	'Freezer',
	'Bar',
	'Cleaning store',
	'Prep kitchen',
] as const;
type AreaName = (typeof areaNames)[number];

export const locations = [
	{
		name: 'Harbour Kitchen',
		code: 'HK',
		currency: 'EUR',
		timeZone: 'Europe/Dublin',
		dayStartHour: 4,
	},
	{
		name: 'Mill Street Grill',
		code: 'MS',
		currency: 'EUR',
		timeZone: 'Europe/Amsterdam',
		dayStartHour: 5,
	},
	{ name: 'Garden Terrace', code: 'GT', currency: 'AED', timeZone: 'Asia/Dubai', dayStartHour: 6 },
] as const;

export const streets = linesIn(`
	Lantern Yard
	Copper Lane
	North Pier
	Orchard Row
	Station Square
	River Walk
	Chapel Hill
	Old Brewery
`);
export const houses = linesIn(`
	Kitchen
	Grill
	Canteen
	Bistro
	Larder
`);

/** A supplier's name for its version of a good that several sell. */
export const ranges = linesIn(`
	house range
	select
	value
	organic
`);

export const wasteReasons = linesIn(`
	Expired
	Spoiled
	Dropped
	Overproduction
	Customer return
	Burnt
	Wrong order
	Trimmings
	Broken packaging
	Fridge failure
	Staff tasting
	Contaminated
`);

export const suppliers = linesIn(`
	Blue Pier Seafood
	Copper Kettle Dairy
	Fallow Field Greens
	Old Orchard Fruit
	Stone Oven Bakers
	Long Acre Meats
	White Feather Poultry
	Millwheel Flour and Grain
	Amber Cellar Wines
	Hop and Barrel Drinks
	Clear Spring Waters
	Sunny Terrace Oils
	Pepper Lane Spices
	Northern Ice Frozen Foods
	Bright Bucket Hygiene
	Paper Crane Packaging
	Green Basket Organics
	Harvest Moon Wholesale
	Silver Ladle Catering Supply
	Morning Dew Herbs
`);

export const wasteNotes = linesIn(`
	Fridge check before opening
	Prep for Sunday lunch
	End of service
	Found during the count
	Delivery came in damaged
	Weekend brunch
	Private party, two tables cancelled
	Power cut in the night
	Menu change
	Display at the bar
`);

export const transferNotes = linesIn(`
	Weekend cover
	Short on the delivery
	For the wedding on Saturday
	Overstock
	New menu
	Until the next delivery
	Tasting evening
	Bank holiday
`);

/** After a #: name, prefix, areas, a second area for some of the items, and frequency. Below it, its families. */
export const categories = categoriesIn(`
	# Dairy and eggs | DA | Walk-in fridge | Prep kitchen
	{Whole milk 3.5%,Semi-skimmed milk 1.5%,Skimmed milk 0.3%,Lactose-free milk,Barista milk} | 1.05 | 1 l x 12; 2 l x 6
	{Double cream,Whipping cream 35%,Single cream,Sour cream,Crème fraîche} | 4.8 | 1 l x 12; 250 ml x 16
	Butter {unsalted,salted,clarified} | 8.4 | 250 g x 40; 1 kg x 10
	{Mascarpone,Ricotta,Cream cheese,Cottage cheese,Quark} | 6.2 | 500 g x 6; 2 kg x 4
	Yoghurt {plain 3.5%,Greek 10%,skimmed,strawberry,vanilla,mango} | 2.9 | 150 g x 6 x 4; 1 kg x 6
	{Mozzarella ball,Mozzarella di bufala,Burrata} | 9.6 | 125 g x 4 x 10
	{Cheddar mild,Cheddar mature,Gouda young,Gouda aged,Emmental,Gruyère,Edam,Provolone} | 10.8 | kg 3; 200 g sliced x 10
	{Parmesan wedge,Pecorino,Grana} | 17.5 | kg 4; 1 kg grated x 8
	{Feta in brine,Halloumi,Goat cheese log,Blue cheese,Brie,Camembert} | 11.2 | 250 g x 12; 1 kg x 6
	Eggs free range {medium,large} | 0.24 | x 30 x 6
	Liquid egg {whole,white,yolk} | 4.1 | 1 l x 10
	# Meat | ME | Walk-in fridge | Prep kitchen | Daily
	Beef {fillet,sirloin,ribeye,rump,flank,brisket,short rib,chuck,shin,cheek,oxtail} | 19.5 | kg 5
	Beef {mince 10%,mince 20%,dice,carpaccio} | 10.9 | kg 2.5 x 4
	Beef burger {150 g,180 g,200 g} | 2.1 | x 5 x 8
	Veal {loin,escalope,shank,bones,liver} | 18.2 | kg 4
	Pork {loin,belly,shoulder,fillet,neck,knuckle,ribs,mince,cheek} | 7.6 | kg 5
	Lamb {rack,leg,shoulder,shank,loin chops,mince,neck} | 16.4 | kg 4
	{Streaky bacon,Back bacon,Pancetta,Guanciale,Lardons} | 9.8 | 500 g x 10; 1 kg x 8
	Sausages {pork,beef,lamb,fennel,chorizo style} | 8.2 | 500 g x 12
	{Cooked ham,Air-dried ham,Smoked ham,Salami,Mortadella,Bresaola,Pastrami,Coppa} | 14.6 | 250 g sliced x 12; kg 3
	{Black pudding,White pudding,Liver pâté,Country terrine} | 9.1 | 500 g x 8
	{Venison haunch,Venison dice,Rabbit saddle,Rabbit leg,Wild boar shoulder} | 17.9 | kg 3
	# Poultry | PO | Walk-in fridge | Prep kitchen
	Chicken {breast,thigh boneless,thigh bone-in,drumstick,wings,supreme,oyster,mince,liver,carcass} | 6.9 | kg 2.5 x 4; 500 g tray x 12
	Whole chicken {1.2 kg,1.4 kg,1.6 kg,1.8 kg} | 5.6 | x 8
	{Poussin,Guinea fowl,Quail,Partridge,Pigeon} | 6.3 | x 10
	Duck {breast,leg,whole,liver,confit leg} | 14.1 | kg 3
	Turkey {breast,escalope,thigh,mince,crown} | 7.4 | kg 5
	Cooked chicken {strips,breast sliced,pulled} | 9.6 | 1 kg x 6
	Breaded chicken {goujon,escalope,burger} | 7.8 | 1 kg x 8
	# Fish and seafood | FI | Walk-in fridge, Freezer | - | Daily
	{Salmon,Cod,Haddock,Hake,Sea bass,Sea bream,Halibut,Turbot,Monkfish,Tuna loin,Swordfish,Plaice,Lemon sole,Trout,Mackerel} {fillet,portion 180 g} | 19.8 | kg 4
	Whole {sea bass,sea bream,trout,mackerel,sardines,plaice} | 11.5 | kg 5
	{Mussels,Clams,Cockles,Razor clams,Scallops,Oysters} | 9.2 | kg 5
	Prawns {raw 16/20,raw 26/30,cooked 60/80,shell-on 20/30} | 15.3 | 1 kg x 10
	{Squid tubes,Baby squid,Octopus,Cuttlefish,Crab meat white,Crab meat brown,Lobster tail} | 21.4 | 1 kg x 8
	Smoked {salmon sliced,salmon side,mackerel,trout,haddock,eel} | 24.6 | 200 g x 10; 1 kg x 6
	{Anchovies marinated,Herring pickled,Salmon roe,Trout roe} | 22.7 | 200 g x 12
	# Vegetables | VE | Walk-in fridge, Dry store | Prep kitchen
	{Potatoes waxy,Potatoes floury,Potatoes baby,Potatoes baking,Sweet potatoes} | 1.1 | kg 10
	{Onions brown,Onions red,Onions white,Shallots,Spring onions,Leeks,Garlic,Ginger} | 1.6 | kg 5
	{Carrots,Carrots baby,Parsnips,Celeriac,Beetroot,Turnips,Swede,Radishes,Kohlrabi} | 1.5 | kg 5
	{Broccoli,Cauliflower,White cabbage,Red cabbage,Savoy cabbage,Kale,Brussels sprouts,Pak choi} | 2.1 | kg 5
	{Tomatoes vine,Tomatoes beef,Tomatoes cherry,Tomatoes plum,Tomatoes heritage} | 2.8 | kg 6; 250 g x 12
	{Cucumber,Courgette,Aubergine,Peppers red,Peppers yellow,Peppers green,Fennel,Celery} | 2.3 | kg 5
	Mushrooms {button,chestnut,portobello,oyster,shiitake,king oyster} | 6.4 | kg 2.5; 250 g x 12
	{Iceberg lettuce,Cos lettuce,Little gem,Radicchio,Chicory,Butterhead lettuce} | 1.2 | x 10
	{Rocket,Baby spinach,Lamb’s lettuce,Mixed leaves,Watercress,Pea shoots} | 9.5 | 500 g x 6
	{Green beans,Mangetout,Sugar snaps,Asparagus green,Asparagus white,Sweetcorn cobs,Okra,Artichokes} | 5.2 | kg 4
	{Butternut squash,Pumpkin,Acorn squash} | 1.7 | kg 10
	Chillies {red,green,jalapeño,bird’s eye} | 7.7 | kg 2
	Peeled and cut {potatoes chips,potatoes whole,carrots batons,onions diced,vegetables for soup} | 2.9 | kg 5
	# Fruit | FR | Walk-in fridge | Bar
	Apples {green,red,cooking,russet} | 2.1 | kg 10
	{Pears,Plums,Peaches,Nectarines,Apricots,Cherries,Figs} | 3.6 | kg 5
	{Oranges,Blood oranges,Grapefruit pink,Clementines,Lemons,Limes,Yuzu} | 2.4 | kg 8
	{Strawberries,Raspberries,Blueberries,Blackberries,Redcurrants,Gooseberries} | 11.8 | 125 g x 12; 250 g x 8
	{Bananas,Pineapple,Mango,Papaya,Passion fruit,Kiwi,Lychees,Coconut,Dragon fruit,Pomegranate} | 3.9 | kg 6
	Melon {honeydew,cantaloupe,galia,water} | 1.8 | kg 12
	Grapes {white,red,black} | 4.2 | kg 5
	Avocado {ripe,firm} | 1.1 | x 18
	Fruit purée {mango,raspberry,passion fruit,strawberry,peach,blackcurrant} | 8.9 | 1 kg x 6
	Dried {apricots,figs,dates,raisins,cranberries,prunes} | 7.1 | 1 kg x 10
	Fresh juice {orange,apple,grapefruit,carrot} | 3.4 | 1 l x 8
	# Bakery | BA | Prep kitchen, Freezer
	{Sourdough loaf,White tin loaf,Wholemeal loaf,Rye loaf,Multigrain loaf,Focaccia,Ciabatta,Brioche loaf} | 3.1 | x 8
	{Burger bun brioche,Burger bun sesame,Hot dog roll,Dinner roll white,Dinner roll seeded,Bagel plain,Bagel seeded,English muffin} | 0.42 | x 6 x 8
	{Baguette,Half baguette,Pitta,Naan,Flatbread,Tortilla 25 cm,Tortilla 30 cm,Lavash} | 0.6 | x 10 x 6
	{Croissant,Pain au chocolat,Cinnamon swirl,Almond croissant,Danish apple,Danish vanilla} | 0.78 | x 60
	{Muffin blueberry,Muffin chocolate,Scone plain,Scone fruit,Brownie,Flapjack} | 0.95 | x 24
	Pastry sheet {puff,shortcrust,filo,kataifi} | 4.4 | 1 kg x 10
	Tartlet case {sweet 8 cm,savoury 8 cm,sweet 4 cm,savoury 4 cm} | 0.21 | x 36 x 4
	Cake {carrot,lemon drizzle,chocolate fudge,cheesecake baked,almond} | 16.5 | x 4
	Gluten-free {bread loaf,burger bun,brownie,muffin} | 2.6 | x 12
	# Dry goods | DG | Dry store | Prep kitchen
	Flour {plain,strong white,wholemeal,tipo 00,rye,self-raising,buckwheat,chickpea} | 0.95 | 1 kg x 10; kg 16
	Sugar {caster,granulated,icing,demerara,dark muscovado} | 1.35 | 1 kg x 10; kg 15
	Rice {basmati,jasmine,arborio,carnaroli,long grain,brown,sushi} | 2.6 | 1 kg x 10; kg 10
	Pasta {spaghetti,linguine,penne,fusilli,rigatoni,tagliatelle,lasagne,farfalle,orzo,macaroni} | 1.9 | 500 g x 24; 3 kg x 4
	{Red lentils,Green lentils,Puy lentils,Chickpeas dried,White beans dried,Black beans dried,Split peas} | 2.7 | 1 kg x 10
	{Couscous,Bulgur,Quinoa white,Quinoa red,Polenta,Semolina,Pearl barley,Freekeh} | 3.1 | 1 kg x 10
	{Almonds whole,Almonds flaked,Almonds ground,Walnuts,Hazelnuts,Cashews,Pistachios,Pine nuts,Pecans,Peanuts} | 13.2 | 1 kg x 10
	{Sesame seeds,Sunflower seeds,Pumpkin seeds,Poppy seeds,Chia seeds,Linseed} | 5.6 | 1 kg x 10
	Chocolate {dark 55%,dark 70%,milk 35%,white 28%} | 10.9 | 2.5 kg x 4
	{Cocoa powder,Baking powder,Bicarbonate of soda,Cornflour,Potato starch,Custard powder,Dried yeast,Gelatine leaves} | 8.3 | 1 kg x 6
	{Rolled oats,Granola,Cornflakes,Muesli,Breadcrumbs white,Breadcrumbs panko,Croutons} | 3.4 | 1 kg x 8
	Honey {clear,set,acacia} | 7.9 | 350 g x 12; 3 kg x 4
	# Tins and jars | TJ | Dry store | Prep kitchen
	{Plum tomatoes,Chopped tomatoes,Cherry tomatoes,Tomato passata,Pizza sauce} | 1.5 | 400 g tin x 24; 2.5 kg tin x 6
	Tomato purée {double,triple} | 3.2 | 200 g tube x 24; 800 g tin x 12
	{Chickpeas,Kidney beans,Cannellini beans,Butter beans,Black beans,Borlotti beans,Sweetcorn} | 1.7 | 400 g tin x 24; 2.5 kg tin x 6
	Tuna {in oil,in brine} | 8.6 | 160 g tin x 48; 800 g tin x 6
	Anchovy fillets in {oil,salt} | 19.8 | 100 g jar x 12; 700 g tin x 6
	Olives {green pitted,black pitted,Kalamata style,stuffed with pepper,mixed marinated} | 6.7 | 350 g jar x 12; 3 kg tub x 4
	{Capers in brine,Cornichons,Gherkins sliced,Silverskin onions,Jalapeños sliced,Sauerkraut,Roast peppers,Sun-dried tomatoes,Artichoke hearts} | 7.4 | 350 g jar x 12; 2 kg jar x 4
	Jam {strawberry,raspberry,apricot,fig,orange marmalade} | 4.9 | 340 g jar x 12; 28 g portion x 72
	{Peaches in syrup,Pears in juice,Pineapple rings,Cherries pitted,Fruit cocktail} | 2.4 | 820 g tin x 12
	Coconut {milk,cream} | 3.6 | 400 ml tin x 24
	{Stock base chicken,Stock base beef,Stock base vegetable,Stock base fish} | 11.4 | 1 kg tub x 6
	Peanut butter {smooth,crunchy} | 5.9 | 1 kg tub x 6
	# Oils and sauces | OS | Dry store | Prep kitchen
	{Olive oil extra virgin,Olive oil,Rapeseed oil,Sunflower oil,Groundnut oil} | 5.8 | 1 l x 12; 5 l can x 4
	{Frying oil,Vegetable oil} | 2.1 | l 20; 5 l can x 4; 1 l x 12
	{Sesame oil,Walnut oil,Truffle oil,Chilli oil,Avocado oil} | 18.6 | 250 ml x 12; 500 ml x 12
	Vinegar {white wine,red wine,cider,sherry,rice,malt,spirit} | 2.7 | 1 l x 12; 5 l can x 4
	Balsamic {vinegar,glaze,vinegar white} | 9.4 | 500 ml x 12
	{Mayonnaise,Ketchup,Brown sauce,Barbecue sauce,Tartare sauce,Caesar dressing,French dressing,Burger sauce} | 4.2 | 1 l x 8; 5 l tub x 2; 10 ml sachet x 200
	Mustard {Dijon style,wholegrain,English style,American style} | 5.3 | 370 g jar x 12; 2 kg tub x 4
	{Soy sauce,Soy sauce light,Fish sauce,Oyster sauce,Hoisin sauce,Teriyaki sauce,Sweet chilli sauce,Sriracha style sauce,Worcester style sauce} | 5.1 | 750 ml x 12; 2 l x 6
	{Tahini,Harissa,Pesto green,Pesto red,Miso white,Miso red,Gochujang style paste,Curry paste red,Curry paste green} | 9.7 | 1 kg tub x 6; 200 g jar x 12
	Syrup {maple,golden,agave} | 8.8 | 1 l x 6
	# Herbs and spices | HS | Dry store | Prep kitchen
	{Basil,Flat parsley,Curly parsley,Coriander,Mint,Dill,Chives,Tarragon,Chervil,Thyme,Rosemary,Sage,Oregano,Bay} fresh | 14.5 | 100 g bunch x 10
	{Black pepper,White pepper,Pink pepper,Sichuan pepper} {whole,ground} | 21.5 | 500 g tub x 6
	Salt {fine,coarse,flakes,smoked} | 1.9 | 1 kg x 12
	{Cumin,Coriander,Fennel,Caraway,Mustard,Cardamom} seeds | 12.6 | 500 g tub x 6; 50 g jar x 12
	Ground {cumin,coriander,turmeric,ginger,cinnamon,nutmeg,cloves,allspice,cardamom,paprika,smoked paprika,cayenne,chilli} | 13.8 | 500 g tub x 6; 50 g jar x 12
	Dried {oregano,thyme,rosemary,basil,mint,bay leaves,mixed herbs,dill} | 15.7 | 250 g tub x 6; 50 g jar x 12
	{Cinnamon sticks,Star anise,Whole cloves,Whole nutmeg,Juniper berries,Chilli flakes,Sumac,Za’atar,Ras el hanout,Garam masala,Curry powder mild,Curry powder hot} | 18.4 | 400 g tub x 6
	{Saffron threads,Vanilla pods} | 1900 | 5 g x 10
	{Vanilla extract,Almond extract,Rose water,Orange blossom water} | 38 | 500 ml x 6
	# Prepared in house | PR | Prep kitchen, Walk-in fridge | Freezer
	{Tomato sauce,Béchamel,Demi-glace,Hollandaise base,Peppercorn sauce,Mushroom sauce,Cheese sauce,Curry sauce,Salsa verde,Chimichurri} house | 4.2 | l
	{Chicken,Beef,Vegetable,Fish,Lobster} stock | 2.1 | l
	{Pesto,Hummus,Guacamole,Tapenade,Aioli,Coleslaw,Potato salad,Tabbouleh,Baba ganoush,Tzatziki} house | 7.4 | kg
	{Roast peppers,Caramelised onions,Pickled onions,Braised red cabbage,Mashed potato,Roast vegetables,Cooked rice,Cooked lentils} | 3.8 | kg
	{Soup tomato,Soup leek and potato,Soup lentil,Soup pumpkin,Soup mushroom,Chowder} | 3.1 | l
	{Bolognese,Chilli con carne,Beef stew,Lamb tagine,Chicken curry,Vegetable curry,Lasagne tray} | 8.6 | kg
	{Panna cotta,Chocolate mousse,Tiramisu portion,Crème brûlée,Apple crumble portion} | 1.3 | x 24
	# Frozen | FZ | Freezer
	{Peas,Broad beans,Edamame,Spinach leaf,Sweetcorn,Mixed vegetables,Green beans,Cauliflower rice} frozen | 2.1 | 1 kg x 10; 2.5 kg x 4
	{Chips straight 9 mm,Chips straight 14 mm,Chips skin-on,Wedges,Hash browns,Rösti,Croquettes,Sweet potato fries} | 2.3 | 2.5 kg x 4
	{Raspberries,Mixed berries,Blueberries,Mango pieces,Cherries,Rhubarb} frozen | 5.6 | 1 kg x 10
	Ice cream {vanilla,chocolate,strawberry,pistachio,salted caramel,coffee,mint,coconut} | 5.4 | 5 l tub x 2; 120 ml x 24
	Sorbet {lemon,raspberry,mango,passion fruit,blackcurrant} | 5.9 | 5 l tub x 2
	{Onion rings,Mozzarella sticks,Spring rolls,Samosas,Falafel,Arancini,Gyoza vegetable,Gyoza chicken} | 6.8 | 1 kg x 8
	{Fish fingers,Breaded plaice,Battered cod,Scampi breaded,Fishcakes,Calamari rings} | 8.3 | 1 kg x 8
	Dough ball {pizza 260 g,pizza 300 g,focaccia 500 g,cookie 70 g} | 0.52 | x 40
	{Ice cubes,Crushed ice} | 0.6 | 2 kg bag x 6
	# Drinks | DR | Bar | Dry store | Weekly
	Mineral water {still,sparkling} | 0.9 | 330 ml glass x 24; 750 ml glass x 12; 500 ml x 24
	{Cola,Cola sugar-free,Lemonade,Orangeade,Ginger ale,Tonic water,Tonic water light,Soda water,Bitter lemon,Ginger beer} | 2.6 | 200 ml glass x 24; 330 ml can x 24; 1.5 l x 6
	Juice {orange,apple,pineapple,cranberry,tomato,mango,grapefruit} | 2.2 | 1 l x 12; 200 ml glass x 24
	{Lager,Pilsner,Pale ale,Wheat beer,Stout,Alcohol-free lager} | 3.4 | 330 ml bottle x 24; 500 ml can x 24; l 30
	Cider {dry,medium,pear} | 3.2 | 500 ml bottle x 12
	House wine {white,red,rosé} | 7.2 | 750 ml x 6; 10 l box x 1
	{Chardonnay,Sauvignon Blanc,Riesling,Pinot Grigio,Albariño,Merlot,Cabernet Sauvignon,Pinot Noir,Shiraz,Malbec,Tempranillo} | 13.4 | 750 ml x 6; 187 ml x 24
	Sparkling wine {brut,rosé,alcohol-free} | 17.8 | 750 ml x 6; 200 ml x 24
	{Gin,Vodka,White rum,Dark rum,Tequila blanco,Whisky blended,Whiskey bourbon style,Brandy,Aperitif bitter,Vermouth red,Vermouth dry,Orange liqueur,Coffee liqueur,Elderflower liqueur} | 24.5 | 700 ml x 6; 50 ml x 12
	Coffee {beans espresso,beans filter,beans decaffeinated,ground filter} | 17.9 | 1 kg x 8
	Tea {English breakfast,Earl Grey,green,peppermint,chamomile,rooibos} bags | 0.09 | 100 pcs x 6
	{Energy drink,Iced tea lemon,Iced tea peach,Kombucha ginger,Kombucha berry,Coconut water} | 4.1 | 330 ml can x 24
	Bar syrup {sugar,grenadine,vanilla,caramel,hazelnut,elderflower} | 8.6 | 700 ml x 6
	# Cleaning and packaging | CP | Cleaning store | - | Monthly
	{Washing-up liquid,Dishwasher detergent,Rinse aid,Degreaser,Floor cleaner,Glass cleaner,Descaler,Sanitiser spray,Hand soap,Bleach thick} | 2.9 | 1 l x 6; 5 l can x 2
	{Dishwasher salt,Dishwasher tablets,Oven cleaner} | 3.8 | 2 kg x 6
	Gloves nitrile {small,medium,large,extra large} | 0.07 | 100 pcs x 10
	{Blue roll,Hand towels,Toilet rolls,Napkins white 2-ply,Napkins black 2-ply,Kitchen roll} | 1.7 | x 6 x 4
	{Bin bags 30 l,Bin bags 60 l,Bin bags 100 l} | 0.11 | 50 pcs x 10
	{Cling film 30 cm,Cling film 45 cm,Foil 30 cm,Foil 45 cm,Baking parchment 45 cm} | 6.9 | x 6
	Takeaway box {small,medium,large} | 0.16 | 50 pcs x 6
	{Cup paper 240 ml,Cup paper 350 ml,Lid 80 mm,Lid 90 mm,Soup pot 500 ml,Salad bowl 750 ml} | 0.09 | 50 pcs x 20
	{Vacuum bags 20x30,Vacuum bags 30x40,Piping bags,Freezer bags} | 0.08 | 100 pcs x 10
	{Scouring pads,Sponges,Microfibre cloths,Mop heads,Wire wool} | 0.55 | x 10 x 10
	{Wooden forks,Wooden knives,Wooden spoons,Paper straws,Cocktail sticks,Skewers 20 cm} | 0.02 | 100 pcs x 20
	{Till rolls,Label rolls day dots,Probe wipes} | 1.4 | x 20
`);

function categoriesIn(table: string): readonly Category[] {
	const found: Category[] = [];
	for (const line of linesIn(table)) {
		const [first = '', second = '', third = '', fourth = '-', fifth] = line.split(' | ');
		if (!first.startsWith('# ')) {
			found.at(-1)?.families.push([first, Number(second), third]);
			continue;
		}
		const areas = third.split(', ').map((name) => oneOf(areaNames, name));
		found.push({
			name: first.slice(2),
			prefix: second,
			areas,
			families: [],
			alsoIn: fourth === '-' ? null : oneOf(areaNames, fourth),
			...(fifth === undefined ? {} : { frequency: oneOf(frequencies, fifth) }),
		});
	}
	return found;
}

function oneOf<Name extends string>(names: readonly Name[], wanted: string): Name {
	const name = names.find((each) => each === wanted);
	if (name === undefined) throw new Error(`${wanted} is none of ${names.join(', ')}.`);
	return name;
}
