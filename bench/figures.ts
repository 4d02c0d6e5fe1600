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
 * Measures all sides in each round, and reverses their order every round, so that other load on the machine affects
 * all equally.
 */
export async function inTurns<Side extends string>(
  rounds: number,
  measures: Record<Side, () => Promise<number>>,
): Promise<Record<Side, number[]>> {
  const sides = Object.keys(measures) as Side[]
  const measured = Object.fromEntries(sides.map((side) => [side, [] as number[]])) as Record<Side, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) measured[side].push(await measures[side]())
  }
  return measured
}

/** `inTurns` with two sides. */
export function alternate(
  rounds: number,
  product: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Compared> {
  return inTurns(rounds, { product, baseline })
}

/** The product's figure divided by the baseline's, for each round. */
export function ratios({ product, baseline }: Compared): number[] {
  return product.map((value, round) => value / (baseline[round] ?? Number.NaN))
}
