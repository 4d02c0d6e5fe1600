import { isDeepStrictEqual } from 'node:util'
import type { Area } from '#server/platform/area.ts'
import { UsernameKeys } from './credentials.ts'
import { extendSessions, oldestSignIn } from './login-sessions.ts'
import { DUTIES_TOPIC, findSessionUsers, PASSWORD_SET_TOPIC, SIGNED_OUT_TOPIC } from './repo.ts'
import { accountRoutes } from './routes.ts'
import { deleteExpiredSignIns, SignInQueue } from './sign-in.ts'
import { dutiesOf } from './users.ts'

export const accountsArea: Area = (parts) => {
  const { db, signIns, lockOf, hub, clock, log, timeZone } = parts
  const signInQueue = new SignInQueue(signIns, lockOf, log)
  const usernameKeys = new UsernameKeys()
  accountRoutes(parts, signInQueue, usernameKeys)
  return {
    start: () => usernameKeys.read(db),
    topics: {
      [SIGNED_OUT_TOPIC]: (id) => hub.closeSignedOut(({ sessionId }) => sessionId !== id),
      [DUTIES_TOPIC]: (id) => hub.dropUsers(({ userId }) => userId === id),
      [PASSWORD_SET_TOPIC]: () => signInQueue.clearCounts(),
    },
    timers: [
      { everyMs: 15 * 60_000, run: () => deleteExpiredSignIns(db, timeZone, clock.now()) },
      {
        everyMs: 30_000,
        // Closes the sockets of sessions that ended and of users whose rights changed; extends the other sessions.
        async run() {
          const sessionIds = hub.serviceSessions()
          if (sessionIds.length === 0) return
          const now = clock.now()
          const since = await oldestSignIn(db, timeZone, now)
          const users = await findSessionUsers(db, sessionIds, now, since)
          hub.closeSignedOut(({ sessionId }) => users.has(sessionId))
          hub.dropUsers(({ sessionId, duties }) => {
            const user = users.get(sessionId)
            return user !== undefined && !isDeepStrictEqual(dutiesOf(user), duties)
          })
          await extendSessions(db, [...users.keys()], now)
        },
      },
    ],
    close: () => signInQueue.close(),
  }
}
