import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { type Database, onOneConnection, RETENTION, removeOver } from './db/index.ts'
import { eraseEachDay } from './modules/customers/index.ts'
import { completeDelivered } from './modules/orders/index.ts'
import { sweepPictures } from './modules/pictures/index.ts'
import { endExpired } from './modules/shared-sessions/index.ts'
import type { AreaBase, AreaWiring } from './platform/area.ts'
import type { PictureStore } from './platform/files/store.ts'
import { forEachInSequence } from './platform/limits/concurrency.ts'

type Parts = AreaBase & { reports: Database; pictures: PictureStore }

interface Ending {
  everyMs: number
  run(now: Date): Promise<unknown>
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]

/** Everything that time alone ends for good, or deletes, and how often it is looked for. */
function endingsOf(parts: Parts): Ending[] {
  const { db, log, gate, outside, pictures: store, timeZone } = parts
  return [
    { everyMs: 10 * SECOND_MS, run: (now) => endExpired(db, now, log) },
    { everyMs: MINUTE_MS, run: (now) => completeDelivered(db, now, log) },
    // A clock that is wrong at the start is usually corrected by then.
    { everyMs: 5 * MINUTE_MS, run: eraseEachDay(parts) },
    {
      everyMs: 10 * MINUTE_MS,
      run: (now) =>
        forEachInSequence([...RETENTION.keys()], log, (i) => removeOver(db, now, timeZone, RETENTION.slice(i, i + 1))),
    },
    // A bucket has the pictures of the restaurant from which a copy was restored.
    { everyMs: HOUR_MS, run: async (now) => (await outside.isOpen()) && sweepPictures(db, { store, log, now }) },
    { everyMs: HOUR_MS, run: () => gate.noteOpen() },
  ]
}

/** Runs one ending after another while the gate is open, on one instance at a time. */
export function runEndings(parts: Parts): AreaWiring {
  const { db, clock, gate } = parts
  const inTurn = pLimit(1)
  const timers = endingsOf(parts).map(({ everyMs, run }) => {
    let isWaiting = false
    return {
      everyMs,
      async run() {
        // Asked each time, so that the gate notices soon that the clock was set.
        if (!gate.isOpen() || isWaiting) return
        isWaiting = true
        try {
          await inTurn(() =>
            whileLocked(db, async () => {
              if (gate.isOpen()) await run(clock.now())
            }),
          )
        } finally {
          isWaiting = false
        }
      },
    }
  })
  return { timers }
}

/** Does nothing while another instance holds the lock. The connection holds it, and no transaction stays open. */
function whileLocked(db: Database, work: () => Promise<void>): Promise<void> {
  return onOneConnection(db, async (reader) => {
    const lock = sql`(hashtextextended('endings', 0))`
    const { rows } = await reader.execute<{ taken: boolean }>(sql`select pg_try_advisory_lock${lock} as taken`)
    if (!rows[0]?.taken) return
    try {
      await work()
    } finally {
      await reader.execute(sql`select pg_advisory_unlock${lock}`)
    }
  })
}
