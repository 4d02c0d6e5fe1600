import type { Area } from '#server/platform/area.ts'
import { findOwnersAmong } from './repo.ts'
import { accountRoutes } from './routes.ts'
import { forgetExpired } from './service.ts'
import { SIGNED_OUT_TOPIC } from './topic.ts'

export const accountsArea: Area = (parts) => {
  const { db, hub, clock } = parts
  accountRoutes(parts)
  return {
    topics: { [SIGNED_OUT_TOPIC]: (id) => hub.keepOwners((sessionId) => sessionId !== id) },
    timers: [
      { everyMs: 15 * 60_000, run: () => forgetExpired(db, clock.now()) },
      {
        everyMs: 30_000,
        // Ends the sockets of sessions that have run out, and of users who are no longer owners.
        async run() {
          if (!hub.hasOwners()) return
          const still = await findOwnersAmong(db, hub.ownerSessions(), clock.now())
          hub.keepOwners((sessionId) => still.has(sessionId))
        },
      },
    ],
  }
}
