import type { TagKey } from '#shared/domain/menu/tags.ts'
import { foldText } from '#shared/domain/text.ts'

/*
 * Recognizes alcohol by common words, so that an owner who imports a menu is asked (docs/product/menu.md#menu-adults).
 * The words are folded; a dish made with alcohol is not meant.
 */

const BEER = 'beers?|bere|beri|lager|ales?|stout|ipa|pils(?:ner|ener)?|halba'
const OTHERS = [
  'wines?|vin|vinuri|vinul|prosecco|champagne|sampanie|spumant|cava|sangria|vermouth|vermut|cidru|ciders?',
  'whiske?y|bourbon|scotch|vodka|votca|vodca|gin|rum|rom|tequila|mezcal|brandy|cognac|coniac|vinars',
  'tuica|palinca|rachiu|horinca|visinata|afinata|lichior(?:uri)?|liqueurs?|liquor|grappa|absinth?|ouzo|jagermeister',
  'cocktails?|cocteil(?:uri)?|spritz|aperol|campari|martini|mojito|negroni|daiquiri|caipirinha',
  'alcool|alcoolic[ae]?|alcoolice|alcohol|alcoholic|spirits|spirtoase|tarii',
].join('|')

const BEFORE = String.raw`(?:^|[^\p{L}\p{N}])`
const AFTER = String.raw`(?![\p{L}\p{N}])`
/** Not “sos de vin”, “cu bere”, “in wine sauce”, “beer batter”. */
const MADE_WITH = new RegExp(
  String.raw`${BEFORE}(?:(?:cu|in|au|with|sos de|sosul de|otet de|aluat de|glazed)\s+(?:${BEER}|${OTHERS})|(?:${BEER}|${OTHERS})\s+(?:sauce|batter|battered|vinegar|marinade|glaze))${AFTER}`,
  'gu',
)
const WITHOUT = new RegExp(
  String.raw`${BEFORE}(?:fara alcool|nealcoolic\p{L}*|non[ -]?alcoholic|alcohol[ -]?free|virgin|ginger beer|root beer)${AFTER}`,
  'u',
)
const IS_BEER = new RegExp(`${BEFORE}(?:${BEER})${AFTER}`, 'u')
const IS_OTHER = new RegExp(`${BEFORE}(?:${OTHERS})${AFTER}`, 'u')

/** The tags that mark a dish as 18+. */
export type AdultTag = Extract<TagKey, 'alcohol' | 'beer'>

/**
 * The tag that a dish probably lacks, by its names and its category's; undefined if they name no alcohol or the dish is
 * marked already. The contract has limited the texts.
 */
export function missingAdultTag(dish: {
  name: string
  nameRo: string
  category: string
  tags: readonly string[]
}): AdultTag | undefined {
  if (dish.tags.includes('alcohol') || dish.tags.includes('beer')) return undefined
  const names = [dish.name, dish.nameRo].map(foldText)
  if (names.some((name) => WITHOUT.test(name))) return undefined
  return [...names, foldText(dish.category)].map(tagOf).find((tag) => tag !== undefined)
}

function tagOf(text: string): AdultTag | undefined {
  if (WITHOUT.test(text)) return undefined
  const drink = text.replace(MADE_WITH, ' ')
  if (IS_BEER.test(drink)) return 'beer'
  return IS_OTHER.test(drink) ? 'alcohol' : undefined
}
