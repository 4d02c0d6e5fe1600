export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The measured values of both sides, one for each round. */
export interface Compared {
  product: number[]
  limit: number[]
}

/**
 * Measures both sides in each round, and changes the order every round, so that other load on the machine affects
 * both equally.
 */
export async function alternate(
  rounds: number,
  product: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<Compared> {
  const compared: Compared = { product: [], limit: [] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 1) compared.limit.push(await limit())
    compared.product.push(await product())
    if (round % 2 === 0) compared.limit.push(await limit())
  }
  return compared
}

/** The product's figure divided by the limit's, for each round. */
export function ratios({ product, limit }: Compared): number[] {
  return product.map((value, round) => value / (limit[round] ?? Number.NaN))
}
