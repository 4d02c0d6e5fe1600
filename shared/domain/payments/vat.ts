/** A VAT rate in percent, null without one, and its weight in the price of a set menu. */
export interface VatShare {
  rate: number | null
  weight: number
}

/** The weights of the rates of a set menu's parts: what they cost by themselves; undefined if that is nothing. */
export function vatShares(
  parts: readonly { vatRate: number | null; price: number; quantity: number }[],
): VatShare[] | undefined {
  const weights = new Map<number | null, number>()
  for (const { vatRate, price, quantity } of parts) weights.set(vatRate, (weights.get(vatRate) ?? 0) + price * quantity)
  const shares = [...weights].map(([rate, weight]) => ({ rate, weight })).filter(({ weight }) => weight > 0)
  return shares.length > 0 ? shares : undefined
}

/** Splits an amount by weights, in minor units: the last share takes the remainder, so they add up to the amount. */
function split(amount: number, shares: readonly VatShare[]): { rate: number | null; amount: number }[] {
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0)
  let left = amount
  return shares.map(({ rate, weight }, i) => {
    const part = i < shares.length - 1 ? Math.round((amount * weight) / whole) : left
    left -= part
    return { rate, amount: part }
  })
}

/** Adds up sales by VAT rate, the highest first, those without a rate last. All in minor units. */
export function salesByRate(
  sales: readonly { rate: number | null; amount: number; shares: readonly VatShare[] | null }[],
): { rate: number | null; amount: number }[] {
  const sums = new Map<number | null, number>()
  for (const { rate, amount, shares } of sales)
    for (const part of shares ? split(amount, shares) : [{ rate, amount }])
      sums.set(part.rate, (sums.get(part.rate) ?? 0) + part.amount)
  return [...sums].map(([rate, amount]) => ({ rate, amount })).sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
}
