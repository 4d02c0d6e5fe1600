/** Kilojoules per kilocalorie according to Regulation (EU) 1169/2011. */
const KJ_PER_KCAL = 4.184

/** Energy in kilojoules, rounded to an integer (docs/product/menu.md#menu-declaration). */
export function kilojoules(kilocalories: number): number {
  return Math.round(kilocalories * KJ_PER_KCAL)
}
