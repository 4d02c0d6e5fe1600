/** Opening hours as guests read them, and pickup times: orders take slots and give them back. */

import type { FastifyRequest } from 'fastify'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { cached } from '#server/platform/cached.ts'
import { nextMinute } from '#server/platform/clock.ts'

export { changeSlot, readTakenSlots, type TakenSlots, takeSlot } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

/**
 * Caches what is made of the settings and the time, until the minute or a pause ends. Whoever has changed something here
 * reads it at once; to other instances it is announced.
 * @param changedBy the URLs of what may change it; of everything by default
 */
export function minuteCache<Value>(
  { app, db, clock, isListening }: AreaBase & { isListening(): boolean },
  make: (settings: ReadSettings, now: Date) => Promise<Value>,
  changedBy = /^/,
) {
  const cache = cached({
    clock,
    isListening,
    async read(now) {
      const settings = await readSettings(db)
      const { ordersPausedUntil: pauseEnds } = settings
      const minuteEnds = nextMinute(now)
      const validUntil = pauseEnds && now < pauseEnds && pauseEnds < minuteEnds ? pauseEnds : minuteEnds
      return { value: await make(settings, now), validUntil }
    },
  })
  app.addHook('onSend', ({ method, url }: FastifyRequest, { statusCode }, _, done) => {
    if (method !== 'GET' && method !== 'HEAD' && statusCode < 400 && changedBy.test(url)) cache.forget()
    done()
  })
  return cache
}
