import { type Database, firstOf } from '#server/db/index.ts'
import { backupState } from '#server/db/schema/index.ts'
import type { SteadyClock } from './clock.ts'

const HOUR_MS = 60 * 60_000
/** By how much the wall clock may part from the monotonic one. A machine that slept looks like one that was set. */
const PARTED_MS = 10 * 60_000
/** How long nothing ends after that: a clock that is wrong is set right by then. */
const SHUT_MS = HOUR_MS
/** A start so long after the gate was open may be one with a wrong clock. */
const LONGEST_AWAY_MS = 7 * 24 * HOUR_MS

export type Gate = Awaited<ReturnType<typeof openGate>>

/**
 * What everything asks that ends something for good because of the time: deletes, erases, completes an order, ends a
 * shared table (docs/product/everywhere.md#everywhere-clock). While the clock may be wrong, the gate is shut.
 */
export async function openGate(db: Database, clock: SteadyClock) {
  const parted = () => clock.now().getTime() - clock.elapsedMs()
  let known = parted()
  const { gateOpenAt } = (await firstOf(db.select().from(backupState))) ?? {}
  const isLongAgo = gateOpenAt && clock.now().getTime() - gateOpenAt.getTime() > LONGEST_AWAY_MS
  let opensAtMs = isLongAgo ? clock.elapsedMs() + SHUT_MS : Number.NEGATIVE_INFINITY

  /** How long the gate stays shut; 0 or less while it is open. */
  function shutForMs(): number {
    const now = parted()
    if (Math.abs(now - known) > PARTED_MS) {
      known = now
      opensAtMs = clock.elapsedMs() + SHUT_MS
    }
    return opensAtMs - clock.elapsedMs()
  }

  const isOpen = () => shutForMs() <= 0
  return {
    isOpen,
    /** When it opens, as the clock goes now; null while it is open. */
    opensAt: () => (isOpen() ? null : new Date(clock.now().getTime() + shutForMs())),
    /** Stores that the gate is open: the next start compares its clock with this moment. */
    async noteOpen(): Promise<void> {
      await db.update(backupState).set({ gateOpenAt: clock.now() })
    },
  }
}
