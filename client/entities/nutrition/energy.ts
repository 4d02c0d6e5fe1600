/** Kilojoules in one kilocalorie, as Regulation (EU) 1169/2011 counts them. */
const KJ_PER_KCAL = 4.184

/** Energy in kilojoules, rounded to whole ones (docs/product.md#menu-declaration). */
export function kilojoules(kilocalories: number): number {
  return Math.round(kilocalories * KJ_PER_KCAL)
}
