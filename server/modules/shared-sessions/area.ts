import type { Area } from '#server/platform/area.ts'
import { endExpired, forgetEnded } from './end.ts'
import { liveSessions } from './live.ts'
import { sharedSessionRoutes } from './routes.ts'
import { PRESENCE_EVERY_MS } from './rules.ts'
import { SESSION_TOPIC } from './topic.ts'

export const sharedSessionsArea: Area = (parts) => {
  const { db, live, clock, log } = parts
  sharedSessionRoutes(parts)
  const sessions = liveSessions(live, clock, log)
  return {
    topics: {
      [SESSION_TOPIC](id) {
        if (typeof id === 'string') sessions.changed(id)
      },
    },
    frames: sessions.frames,
    timers: [
      { everyMs: 60 * 60_000, run: () => forgetEnded(db, clock.now()) },
      { everyMs: PRESENCE_EVERY_MS, run: () => endExpired(db, clock.now(), log) },
      { everyMs: PRESENCE_EVERY_MS, run: () => sessions.keepTime() },
    ],
  }
}
