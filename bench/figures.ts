/** @param share from 0 to 1: 0.99 for the 99th percentile */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The measured values of both sides, one for each round. */
export interface Compared {
  product: number[]
  baseline: number[]
}

/**
 * Measures both sides in each round, and changes the order every round, so that other load on the machine affects
 * both equally.
 */
export async function alternate(
  rounds: number,
  product: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Compared> {
  const compared: Compared = { product: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 1) compared.baseline.push(await baseline())
    compared.product.push(await product())
    if (round % 2 === 0) compared.baseline.push(await baseline())
  }
  return compared
}

/** The product's figure divided by the baseline's, for each round. */
export function ratios({ product, baseline }: Compared): number[] {
  return product.map((value, round) => value / (baseline[round] ?? Number.NaN))
}
