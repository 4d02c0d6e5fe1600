import type { Area } from '#server/platform/area.ts'
import { extendSessions, oldestSignIn } from './login-sessions.ts'
import { findOwnerSessions } from './repo.ts'
import { accountRoutes } from './routes.ts'
import { deleteExpiredSignIns, SignInQueue } from './sign-in.ts'
import { PASSWORD_SET_TOPIC, SIGNED_OUT_TOPIC } from './topic.ts'

export const accountsArea: Area = (parts) => {
  const { db, signIns, hub, clock, log, timeZone } = parts
  const signInQueue = new SignInQueue(signIns, log)
  accountRoutes(parts, signInQueue)
  return {
    topics: {
      [SIGNED_OUT_TOPIC]: (id) => hub.closeInvalidOwners((sessionId) => sessionId !== id),
      [PASSWORD_SET_TOPIC]: () => signInQueue.clearCounts(),
    },
    timers: [
      { everyMs: 15 * 60_000, run: () => deleteExpiredSignIns(db, timeZone, clock.now()) },
      {
        everyMs: 30_000,
        // Closes the sockets of sessions that ended and of users who are no longer owners; extends the other sessions.
        async run() {
          if (!hub.hasOwners()) return
          const now = clock.now()
          const since = await oldestSignIn(db, timeZone, now)
          const valid = await findOwnerSessions(db, hub.ownerSessions(), now, since)
          hub.closeInvalidOwners((sessionId) => valid.has(sessionId))
          await extendSessions(db, [...valid], now)
        },
      },
    ],
    close: () => signInQueue.close(),
  }
}
