import { foldText } from '#shared/domain/text.ts'

/** What the drawing on a dish's plate is chosen by. A line of a cart may know no category. */
export interface PlatedDish {
  name: string
  nameRo: string
  tags: readonly string[]
  category?: string | undefined
  categoryRo?: string | undefined
}

/** Words that begin, in English and Romanian names, without diacritics and in lower case; the first match counts. */
const DRINKS = {
  cup: 'coffees?|cafe(a|le|lei)?|cafenea|espresso|cappuccino|latte|americano|macchiato|mocha|flat white|ristretto|lungo|teas?|ceai(?! rece)|ceaiuri\\w*|infusions?|infuzi\\w*|hot chocolate|ciocolata calda|cacao|cocoa|decaf\\w*|frappe',
  beer: 'beers?|ber(e|i|ea)|lager|ales?|ipa|stout|pils\\w*|ciders?|cidr\\w*|weiss\\w*|radler|halba|draught',
  cocktail:
    'cocktail\\w*|cocteil\\w*|aperol|spritz|martini|negroni|mojito|margarita|old fashioned|daiquiri|cosmopolitan|manhattan|aperitivo',
  shot: 'spirits?|tari|spirtoas\\w*|gin|vodca|vodka|whisky|whiskey|rom|rum|tuica|palinca|horinca|visinata|afinata|lichior\\w*|liqueurs?|brandy|coniac|cognac|vinars|tequila|digestiv\\w*|shots?',
  wine: 'wines?|vin|vinuri\\w*|prosecco|champagne|sampani\\w*|spumant\\w*|rose|merlot|cabernet|feteasca|sauvignon|chardonnay|riesling|tamaioasa|sangria',
  tumbler:
    'drinks?|beverages?|bauturi\\w*|racoritoare\\w*|lemonades?|limonad\\w*|juices?|suc(uri)?|fresh-?uri|waters?|apa|ape|colas?|coca-cola|pepsi|fanta|sprite|tonic|smoothies?|milkshakes?|shakes?|sirop\\w*|socata|nectar|ayran|kombucha|energizant\\w*|icedtea|ceai rece',
}
const FOODS = {
  soup: 'soups?|sup(a|e|ele)|ciorb\\w*|bors\\w*|broths?|consomme|bouillon|ramen|goulash|gulas\\w*|chowder|gazpacho',
  pizza: 'pizz\\w*|calzone|focaccia',
  burger: 'burgers?|hamburger\\w*|cheeseburger\\w*',
  sandwich: 'sandwich\\w*|sandvis\\w*|hot dogs?|wraps?|shaorma|kebabs?|doner',
  rice: 'risott\\w*|couscous|cuscus|orez\\w*|rice|pilaf',
  pasta:
    'pasta|paste(le)?|spaghett\\w*|penne|tagliatelle|lasagn\\w*|ravioli|gnocchi|carbonara|bolognese|linguine|fettuccine|tortellini|noodles?|taitei\\w*|macaro\\w*',
  salad: 'salads?|salat\\w*|coleslaw|bowls?',
  ice: 'ice creams?|inghetat\\w*|sorbets?|sorbet\\w*|gelato|sundaes?',
  pancakes: 'clatit\\w*|pancakes?|crepes?|waffles?|gofr\\w*',
  dessert:
    'desserts?|desert(uri\\w*)?|sweets?|dulciuri|cakes?|prajitur\\w*|tort(ul|uri)?|tarts?|tarte\\w*|pies?|placint\\w*|papanas\\w*|tiramisu|cheesecake\\w*|brownies?|souffle|panna cotta|creme brulee|crema de zahar ars|eclair\\w*|muffins?|cozonac\\w*|strudel\\w*|profiterol\\w*|savarin\\w*|gogos\\w*|donuts?|chocolate|ciocolata',
  egg: 'eggs?|oua(le)?|ou|omlet\\w*|omelette?s?|ochiuri|shakshuka|benedict',
  fish: 'fish|pest(e|i|ele)|seafood|fructe de mare|salmon|somon\\w*|trout|pastrav\\w*|tuna|ton|cod|carp|crap\\w*|salau\\w*|dorad\\w*|sea bass|lup de mare|biban|zander|shrimps?|prawns?|creveti\\w*|mussels?|midii\\w*|calamar\\w*|squid|octopus|caracatit\\w*|sardin\\w*|anchov\\w*|hering\\w*|herrings?|macrou\\w*|mackerel|roe|icre|saramura',
  chicken:
    'chicken|pui(ul|ului)?|turkey|curcan\\w*|duck|rat(a|e|ei|usc\\w*)|goose|gasc\\w*|wings|aripioare\\w*|poultry|pasare|snitel de pui|schnitzel',
  pot: 'sarmal\\w*|stuffed cabbage|tochitura|stew|tocan\\w*|moussaka|musaca',
  meat: 'grill|gratar\\w*|meats?|carn(e|i|ea|uri)|pork|porc\\w*|beef|vit(a|el)|veal|lamb|miel\\w*|berbecut|mutton|steaks?|fript\\w*|mici|mititei|ribs?|coaste\\w*|costit\\w*|cotlet\\w*|muschi\\w*|sausages?|carnati\\w*|bacon|slanina|ham|sunca|pastrama|ceafa|ficat|liver|schweinshaxe|ciolan|knuckle|tartare?|vanat|venison',
  fries: 'fries|cartof\\w*|potato\\w*|chips',
  cheese: 'cheeses?|branz\\w*|telemea|cascaval\\w*|burduf',
  mushroom: 'mushrooms?|ciuperc\\w*|hribi|porcini|galbiori|champignons?',
  bread:
    'breads?|paine\\w*|toasts?|bruschett\\w*|baguettes?|croissant\\w*|covrig\\w*|pretzels?|lipie|lipii|buns?|chifl\\w*|garlic bread|mic dejun|breakfast',
  leaf: 'vegetables?|legume\\w*|vegan\\w*|vegetarian\\w*|de post',
}
type Words = Record<string, string>
type MotifName = keyof typeof DRINKS | keyof typeof FOODS | 'cloche'

const matchers = <W extends Words>(words: W) =>
  Object.entries(words).map(
    ([name, alternatives]) => [name as keyof W & string, new RegExp(`\\b(?:${alternatives})\\b`)] as const,
  )
const DRINK_MATCHERS = matchers(DRINKS)
const FOOD_MATCHERS = matchers(FOODS)

const MOTIF_OF_TAG: [string, MotifName][] = [
  ['beer', 'beer'],
  ['alcohol', 'wine'],
  ['caffeine', 'cup'],
  ['pui', 'chicken'],
  ['carne', 'meat'],
  ['vegan', 'leaf'],
  ['vegetarian', 'leaf'],
]
/** Categories that say less than the name of a dish does. */
const BROAD: readonly (MotifName | undefined)[] = [undefined, 'tumbler', 'bread', 'meat', 'leaf']

/** What fits a dish: by its category; by its name, if the category is broad or has no known word; else by its tags. */
export function motifOf({ name, nameRo, tags, category = '', categoryRo = '' }: PlatedDish): MotifName {
  const names = folded(`${name} ${nameRo}`)
  const categories = folded(`${category} ${categoryRo}`)
  const drinks = firstOf(DRINK_MATCHERS, categories)
  // In a category of drinks, only the names of drinks count: there is no soup in a tomato juice.
  if (drinks) return (BROAD.includes(drinks) && firstOf(DRINK_MATCHERS, names)) || drinks
  const food = firstOf(FOOD_MATCHERS, categories)
  if (!BROAD.includes(food)) return food ?? 'cloche'
  const named = firstOf(FOOD_MATCHERS, names) ?? firstOf(DRINK_MATCHERS, names)
  return named ?? food ?? MOTIF_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'cloche'
}

/** Iced tea is one word, so that it is not found as tea. */
const folded = (text: string) => foldText(text).replace(/\biced? (?=tea)/g, 'iced')

function firstOf<Name>(matchers: readonly (readonly [Name, RegExp])[], text: string): Name | undefined {
  return matchers.find(([, words]) => words.test(text))?.[0]
}

/** Drawn by hand for this project, each around the centre of a plate of 100 × 100 units. */
const PATHS: Record<MotifName, string> = {
  cup: 'M35 43h25v11c0 6-5 10-10 10h-5c-6 0-10-4-10-10V43Zm25 3h3c6 0 6 10 0 10h-4M43 37c-2-3 2-4 0-7m8 7c-2-3 2-4 0-7',
  tumbler: 'M38 39h24l-3 28H41l-3-28Zm1 9h22M52 39l4-10h6',
  wine: 'M38 33h24c1 12-3 20-12 20s-13-8-12-20Zm12 20v14m-8 0h16M39 42h22',
  cocktail: 'M33 36h34L50 54 33 36Zm17 18v13m-9 0h18M54 44l9-14m-22 12h10',
  shot: 'M40 40h20l-3 27H43l-3-27Zm1 10h18',
  beer: 'M36 42h22v24H36V42Zm22 5h4c4 0 4 13 0 13h-4M43 49v11m8-11v11M36 42c-4-5 2-9 6-7 3-5 11-4 12 0 5-1 7 4 4 7',
  soup: 'M31 49h38c0 10-8 17-19 17S31 59 31 49Zm10-6c-3-3 3-5 0-9m9 9c-3-3 3-5 0-9m9 9c-3-3 3-5 0-9',
  salad:
    'M30 51h40c0 10-9 16-20 16s-20-6-20-16Zm5 0c-4-8 2-13 8-11 1-7 11-9 14-2 7-3 12 5 8 13M43 40c2 3 4 7 4 11m10-13c-2 4-3 8-3 13',
  pizza: 'M33 38c11-6 23-6 34 0L50 69 33 38Zm2 5c10-5 20-5 30 0M46 48h.1m8 1h.1m-5 8h.1',
  pasta:
    'M31 54h38c-1 8-8 13-19 13s-18-5-19-13Zm4 0c0-8 7-13 15-13s15 5 15 13m-24 0c0-5 4-8 9-8s9 3 9 8M50 41V31m-3 0v5m6-5v5',
  burger:
    'M34 46c1-8 8-12 16-12s15 4 16 12H34Zm-2 6c4-3 5 3 9 0s5 3 9 0 5 3 9 0 5 3 9 0M34 58h32v3c0 3-2 5-5 5H39c-3 0-5-2-5-5v-3Zm11-17h.1m8-2h.1',
  sandwich: 'M32 59 50 35l18 24H32Zm0 0v7h36v-7m-31 0c3-4 6-4 9 0s6 4 9 0 6-4 9 0',
  rice: 'M31 52h38c0 9-8 15-19 15s-19-6-19-15Zm5 0c0-8 6-13 14-13s14 5 14 13m-20-5 2-2m5 3 1-3m4 5 2-2',
  fish: 'M33 50c6-10 20-12 29-2l8-7v18l-8-7c-9 10-23 8-29-2Zm8-2h.1M50 45c2 3 2 7 0 10',
  chicken: 'M44 57c-7-4-6-16 2-21 9-5 19 1 19 10s-9 15-16 13l-9 9M44 57l-8 8m0 0c-3-2-6 1-4 4 0 2 1 3 3 3 2 2 6-1 5-4',
  pot: 'M34 47h32v13c0 5-4 8-8 8H42c-4 0-8-3-8-8V47Zm0 6h-5m42 0h-5M46 41c-3-3 3-5 0-9m9 9c-3-3 3-5 0-9',
  meat: 'M36 56c-3-8 3-20 15-21 9-1 15 5 14 13-1 9-8 9-13 13-6 5-13 3-16-5Zm12-6a4 4 0 1 0 8-1 4 4 0 0 0-8 1Z',
  egg: 'M34 58c-6-4-3-12 2-13 1-8 11-11 16-6 7-3 15 2 13 9 6 3 4 13-3 13-3 6-12 6-15 2-5 2-11 0-13-5Zm10-6a7 7 0 1 0 14 0 7 7 0 0 0-14 0Z',
  bread:
    'M33 45c-2-6 3-10 8-10h18c5 0 10 4 8 10-1 2-3 3-3 5v12c0 2-2 4-4 4H40c-2 0-4-2-4-4V50c0-2-2-3-3-5Zm10-1v4m7-5v5m7-4v4',
  dessert: 'M33 52l28-13c4 3 6 7 6 13H33Zm0 0h34v13H33V52Zm0 6h34M57 36a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z',
  pancakes: 'M32 59c0-4 8-7 18-7s18 3 18 7-8 7-18 7-18-3-18-7Zm0-7c0-4 8-7 18-7s18 3 18 7M46 40h8v7h-8v-7Z',
  fries: 'M36 48h28l-4 20H40l-4-20Zm3 0-2-14h5l1 14m3 0V31h5v17m3 0 2-15h5l-3 15',
  cheese: 'M32 62V48l30-12c4 3 6 7 6 12v14H32Zm0-14h36M41 55h.1m11 0a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z',
  ice: 'M38 48h24L50 70 38 48Zm1 0c-3-3-1-7 2-7 0-8 18-8 18 0 3 0 5 4 2 7M44 53l9 8m3-9l-8 8',
  mushroom: 'M32 50c0-9 8-16 18-16s18 7 18 16H32Zm12 0c1 6 0 11-2 15h16c-2-4-3-9-2-15M42 42h.1m9-3h.1m8 6h.1',
  leaf: 'M36 63c-3-18 8-29 29-28 1 20-9 31-26 27M36 66c4-10 11-17 20-22',
  cloche: 'M32 60h36M35 60c0-10 6-18 15-18s15 8 15 18M50 42v-4m-7 12c1-2 3-3 5-4',
}

export default function Motif({ dish }: { dish: PlatedDish }) {
  const name = motifOf(dish)
  return <path data-motif={name} d={PATHS[name]} />
}
