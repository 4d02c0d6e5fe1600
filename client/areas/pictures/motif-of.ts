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
  cup: 'coffees?|cafe(a|le|lei)?|cafenea|espresso|cappuccino|latte|americano|macchiato|mocha|flat white|ristretto|lungo|(?<!iced? )teas?|ceai(?! rece)|ceaiuri\\w*|infusions?|infuzi\\w*|hot chocolate|ciocolata calda|cacao|cocoa|decaf\\w*|frappe',
  beer: 'beers?|ber(e|i|ea)|lager|ales?|ipa|stout|pils\\w*|ciders?|cidr\\w*|weiss\\w*|radler|halba|draught',
  wine: 'wines?|vin|vinuri\\w*|prosecco|champagne|sampani\\w*|spumant\\w*|rose|merlot|cabernet|feteasca|sauvignon|chardonnay|riesling|tamaioasa|cocktail\\w*|cocteil\\w*|spirits?|tari|spirtoas\\w*|aperol|spritz|martini|negroni|gin|vodca|vodka|whisky|whiskey|rom|rum|tuica|palinca|horinca|visinata|afinata|lichior\\w*|liqueurs?|brandy|coniac|cognac|vinars|tequila|digestiv\\w*|aperitivo|sangria|mojito|margarita',
  tumbler:
    'drinks?|beverages?|bauturi\\w*|racoritoare\\w*|lemonades?|limonad\\w*|juices?|suc(uri)?|fresh-?uri|waters?|apa|ape|colas?|coca-cola|pepsi|fanta|sprite|tonic|smoothies?|milkshakes?|shakes?|sirop\\w*|socata|nectar|ayran|kombucha|energizant\\w*|iced? tea|ceai rece',
}
const FOODS = {
  soup: 'soups?|sup(a|e|ele)|ciorb\\w*|bors\\w*|broths?|consomme|bouillon|ramen|goulash|gulas\\w*|chowder|gazpacho',
  pizza: 'pizz\\w*|calzone|focaccia',
  burger: 'burgers?|hamburger\\w*|cheeseburger\\w*|sandwich\\w*|sandvis\\w*|hot dogs?|wraps?|shaorma|kebabs?|doner',
  pasta:
    'pasta|paste(le)?|spaghett\\w*|penne|tagliatelle|lasagn\\w*|ravioli|gnocchi|carbonara|bolognese|linguine|fettuccine|tortellini|risott\\w*|noodles?|taitei\\w*|macaro\\w*|couscous|cuscus|orez\\w*|rice|pilaf',
  salad: 'salads?|salat\\w*|coleslaw|bowls?',
  ice: 'ice creams?|inghetat\\w*|sorbets?|sorbet\\w*|gelato|sundaes?',
  dessert:
    'desserts?|desert(uri\\w*)?|sweets?|dulciuri|cakes?|prajitur\\w*|tort(ul|uri)?|tarts?|tarte\\w*|pies?|placint\\w*|papanas\\w*|clatit\\w*|pancakes?|crepes?|waffles?|gofr\\w*|tiramisu|cheesecake\\w*|brownies?|souffle|panna cotta|creme brulee|crema de zahar ars|eclair\\w*|muffins?|cozonac\\w*|strudel\\w*|profiterol\\w*|savarin\\w*|gogos\\w*|donuts?|chocolate|ciocolata',
  egg: 'eggs?|oua(le)?|ou|omlet\\w*|omelette?s?|ochiuri|shakshuka|benedict',
  fish: 'fish|pest(e|i|ele)|seafood|fructe de mare|salmon|somon\\w*|trout|pastrav\\w*|tuna|ton|cod|carp|crap\\w*|salau\\w*|dorad\\w*|sea bass|lup de mare|biban|zander|shrimps?|prawns?|creveti\\w*|mussels?|midii\\w*|calamar\\w*|squid|octopus|caracatit\\w*|sardin\\w*|anchov\\w*|hering\\w*|herrings?|macrou\\w*|mackerel|roe|icre|saramura',
  chicken:
    'chicken|pui(ul|ului)?|turkey|curcan\\w*|duck|rat(a|e|ei|usc\\w*)|goose|gasc\\w*|wings|aripioare\\w*|poultry|pasare|snitel de pui|schnitzel',
  meat: 'grill|gratar\\w*|meats?|carn(e|i|ea|uri)|pork|porc\\w*|beef|vit(a|el)|veal|lamb|miel\\w*|berbecut|mutton|steaks?|fript\\w*|mici|mititei|ribs?|coaste\\w*|costit\\w*|cotlet\\w*|muschi\\w*|sausages?|carnati\\w*|bacon|slanina|ham|sunca|pastrama|ceafa|ficat|liver|tochitura|sarmal\\w*|stuffed cabbage|moussaka|musaca|stew|tocan\\w*|schweinshaxe|ciolan|knuckle|tartare?|vanat|venison',
  mushroom: 'mushrooms?|ciuperc\\w*|hribi|porcini|galbiori|champignons?',
  bread:
    'breads?|paine\\w*|toasts?|bruschett\\w*|baguettes?|croissant\\w*|covrig\\w*|pretzels?|lipie|lipii|buns?|chifl\\w*|garlic bread|mic dejun|breakfast',
  leaf: 'vegetables?|legume\\w*|vegan\\w*|vegetarian\\w*|de post',
}
type Words = Record<string, string>
export type MotifName = keyof typeof DRINKS | keyof typeof FOODS | 'cloche'

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
  const names = foldText(`${name} ${nameRo}`)
  const categories = foldText(`${category} ${categoryRo}`)
  const drinks = firstOf(DRINK_MATCHERS, categories)
  // In a category of drinks, only the names of drinks count: there is no soup in a tomato juice.
  if (drinks) return (BROAD.includes(drinks) && firstOf(DRINK_MATCHERS, names)) || drinks
  const food = firstOf(FOOD_MATCHERS, categories)
  if (!BROAD.includes(food)) return food ?? 'cloche'
  const named = firstOf(FOOD_MATCHERS, names) ?? firstOf(DRINK_MATCHERS, names)
  return named ?? food ?? MOTIF_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'cloche'
}

function firstOf<Name>(matchers: readonly (readonly [Name, RegExp])[], text: string): Name | undefined {
  return matchers.find(([, words]) => words.test(text))?.[0]
}
