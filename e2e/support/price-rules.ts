import type { PriceRule } from '#shared/contracts/price-rules.ts'
import type { Restaurant } from './fixtures.ts'

/** Removes all price rules: other files of a worker use the same restaurant, and order at list prices. */
export async function removeRules({ asOwner }: Restaurant): Promise<void> {
  for (const { id } of (await (await asOwner('GET', '/api/price-rules')).json()) as PriceRule[])
    await asOwner('DELETE', `/api/price-rules/${id}`)
}
