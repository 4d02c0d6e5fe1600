import type { Area } from '#server/platform/area.ts'
import { atMostOnceASecond } from '#server/platform/live/batches.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import { deleteEnded, endExpired } from './ending.ts'
import { createLiveSessions } from './live.ts'
import { sharedSessionRoutes } from './routes.ts'
import { PRESENCE_INTERVAL_MS } from './rules.ts'
import { SESSION_TOPIC } from './session.ts'

export const sharedSessionsArea: Area = (parts) => {
  const { app, db, hub, clock, log } = parts
  sharedSessionRoutes(parts)
  const sessions = createLiveSessions(parts)
  // Every change of a session is already announced, so owners' pages need no announcement of their own.
  const owners = atMostOnceASecond<ChangedArea>((area) => hub.toOwners({ type: 'CHANGED', payload: { area } }))
  app.addHook('preClose', async () => owners.close())
  return {
    topics: {
      [SESSION_TOPIC](id) {
        if (typeof id !== 'string') return
        sessions.changed(id)
        owners.notify('sessions')
      },
      settings: sessions.settingsChanged,
    },
    frames: sessions.frames,
    timers: [
      { everyMs: 60 * 60_000, run: () => deleteEnded(db, clock.now()) },
      { everyMs: PRESENCE_INTERVAL_MS, run: () => endExpired(db, clock.now(), log) },
      { everyMs: PRESENCE_INTERVAL_MS, run: () => sessions.tick() },
    ],
  }
}
