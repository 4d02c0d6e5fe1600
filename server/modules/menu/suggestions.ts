import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { type PublishedResponse, publishResponse } from '#server/platform/published-response.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { type Pairs, readPairs } from './suggestions-repo.ts'

const PERIOD_MS = 90 * 24 * 60 * 60_000

/** Which dishes are often ordered together (docs/product/cart.md#cart-goes-with). A failure leaves them as they were. */
export function createSuggestions({ db, reports, clock, timeZone, log }: AreaParts) {
  let published: PublishedResponse | undefined
  let madeFor: string | undefined
  let refreshing: Promise<void> | undefined

  async function readAgain(): Promise<void> {
    const { suggestions, businessDayStart } = await readSettings(db)
    const now = clock.now()
    const needed = suggestions ? businessDayOf(now, businessDayStart, timeZone) : 'off'
    if (needed === madeFor) return
    // A failure is not repeated before the next day: the statement reads many orders.
    madeFor = needed
    published = await publish(suggestions ? await readPairs(reports, new Date(now.getTime() - PERIOD_MS)) : {})
  }

  function refresh(): Promise<void> {
    refreshing ??= readAgain()
      .catch((error: unknown) => log.warn({ err: error }, 'which dishes go together could not be read'))
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  return {
    /** Reads the orders again if a business day began since, or the setting changed. */
    refresh,
    /** The response to `GET /api/menu/suggestions`; only the first caller waits for the orders to be read. */
    async current() {
      if (!published) await refresh()
      published ??= await publish({})
      return published
    },
  }
}

function publish(pairs: Pairs): Promise<PublishedResponse> {
  return publishResponse(Buffer.from(JSON.stringify({ pairs })), {
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  })
}
