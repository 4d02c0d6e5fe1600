import type { Area } from '#server/platform/area.ts'
import { atMostOnceASecond } from '#server/platform/live/bursts.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import { endExpired, forgetEnded } from './ending/end.ts'
import { liveSessions } from './live.ts'
import { sharedSessionRoutes } from './routes.ts'
import { PRESENCE_EVERY_MS } from './rules.ts'
import { SESSION_TOPIC } from './topic.ts'

export const sharedSessionsArea: Area = (parts) => {
  const { app, db, live, hub, clock, log } = parts
  sharedSessionRoutes(parts)
  const sessions = liveSessions(live, clock, log)
  // Whatever changes a session is announced already: owners' pages cost the database no further announcement.
  const owners = atMostOnceASecond<ChangedArea>((area) => hub.toOwners({ type: 'CHANGED', payload: { area } }))
  app.addHook('preClose', async () => owners.close())
  return {
    topics: {
      [SESSION_TOPIC](id) {
        if (typeof id !== 'string') return
        sessions.changed(id)
        owners.heard('sessions')
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
