import { inTransaction, type Tx } from '#server/db/index.ts'
import type { AreaBase, AreaWiring } from './area.ts'
import { createWorkScheduler } from './clock.ts'
import { repeatedly } from './limits/concurrency.ts'
import { atMostOnceASecond } from './live/watchers.ts'

/** A kind of thing that leads outside and may be sent twice: never paper (docs/decisions/065-outbox-and-paper.md). */
export interface Lane<Due, Outcome> {
  /** What the log says of a failure that is no outcome. */
  failure: string
  /** Takes what is due, with a lease that lasts longer than an attempt. @returns also when more is, if nothing will tell */
  take(tx: Tx, now: Date): Promise<{ due: Due[]; nextAt?: Date | undefined }>
  /** Makes an attempt, without a transaction. @returns undefined if it shall be made again once its lease has ended */
  send(due: Due, closing: AbortSignal): Promise<Outcome | undefined>
  /** Records the outcome, unless the lease has passed to another instance. What failed is due again later, or given up. */
  record(tx: Tx, due: Due, outcome: Outcome, now: Date): Promise<void>
}

/** How often is looked for what was not announced, or whose instance ended. */
const LOOK_INTERVAL_MS = 5_000
const WRITE_ATTEMPTS = 60

/** Sends what is due in a lane, and goes on until nothing is. Attempts do not wait for each other. */
export function createOutbox<Due, Outcome>(
  parts: Pick<AreaBase, 'db' | 'clock' | 'log' | 'outside'>,
  lane: Lane<Due, Outcome>,
) {
  const { db, clock, log } = parts
  const closing = new AbortController()
  const attempts = new Set<Promise<void>>()
  const scheduler = createWorkScheduler(parts, lane.failure, begin)
  const announced = atMostOnceASecond<'due'>(scheduler.wakeUnlessScheduled)

  async function begin(): Promise<Date | undefined> {
    const { due, nextAt } = await inTransaction(db, (tx) => lane.take(tx, clock.now()))
    for (const one of due) {
      const attempt = complete(one)
        .catch((error: unknown) => log.warn({ err: error }, lane.failure))
        .finally(() => {
          attempts.delete(attempt)
          scheduler.wake()
        })
      attempts.add(attempt)
    }
    return nextAt
  }

  async function complete(due: Due): Promise<void> {
    const outcome = await lane.send(due, closing.signal)
    if (outcome === undefined) return
    const record = () => inTransaction(db, (tx) => lane.record(tx, due, outcome, clock.now()))
    // What is not recorded would be sent twice.
    await repeatedly(WRITE_ATTEMPTS, closing.signal, record)
  }

  return {
    /** Looks now. */
    wake: scheduler.wake,
    /** Looks within a second, unless it is known when more is due: announcements may come all the time. */
    announced: () => announced.notify('due'),
    wiring: {
      onMissed: scheduler.wake,
      timers: [{ everyMs: LOOK_INTERVAL_MS, run: async () => scheduler.wake() }],
      async close() {
        closing.abort()
        announced.close()
        await scheduler.close()
        await Promise.all(attempts)
      },
    } satisfies AreaWiring,
  }
}
