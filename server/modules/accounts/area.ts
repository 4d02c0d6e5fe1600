import type { Area } from '#server/platform/area.ts'
import { extendSessions, oldestSignIn } from './login-sessions.ts'
import { findOwnersAmong } from './repo.ts'
import { accountRoutes } from './routes.ts'
import { forgetExpired, SignInDesk } from './sign-in.ts'
import { PASSWORD_SET_TOPIC, SIGNED_OUT_TOPIC } from './topic.ts'

export const accountsArea: Area = (parts) => {
  const { db, signIns, hub, clock, log, timeZone } = parts
  const desk = new SignInDesk(signIns, log)
  accountRoutes(parts, desk)
  return {
    topics: {
      [SIGNED_OUT_TOPIC]: (id) => hub.keepOwners((sessionId) => sessionId !== id),
      [PASSWORD_SET_TOPIC]: () => desk.forget(),
    },
    timers: [
      { everyMs: 15 * 60_000, run: () => forgetExpired(db, timeZone, clock.now()) },
      {
        everyMs: 30_000,
        // Ends the sockets of sessions that are over, and of users who are no longer owners; notes the others as in use.
        async run() {
          if (!hub.hasOwners()) return
          const now = clock.now()
          const since = await oldestSignIn(db, timeZone, now)
          const still = await findOwnersAmong(db, hub.ownerSessions(), now, since)
          hub.keepOwners((sessionId) => still.has(sessionId))
          await extendSessions(db, [...still], now)
        },
      },
    ],
    close: () => desk.close(),
  }
}
