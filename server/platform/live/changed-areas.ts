import type { Tx } from '#server/db/index.ts'
import { CHANGED_AREAS, type ChangedArea } from '#shared/contracts/live.ts'
import { type Announcement, announceChange } from './announcements.ts'
import type { Hub } from './hub.ts'

/** The topic of a change in an area of the dashboard; the announcement's id is the area. */
export const CHANGED_TOPIC = 'changed'
const LEAST_BETWEEN_MS = 1_000

/** Announces, when the transaction commits, that owners' open tabs of an area must fetch again. */
export async function announceArea(tx: Tx, area: ChangedArea): Promise<void> {
  await announceChange(tx, { topic: CHANGED_TOPIC, id: area })
}

export interface AreaTeller {
  /** Hears an announcement of `CHANGED_TOPIC`. */
  heard(area: Announcement['id']): void
  close(): void
}

/**
 * Sends CHANGED to owners' sockets: at once, and then at most once a second for each area, the last change of a burst
 * always included (docs/product.md#live-changed).
 */
export function tellOwnersOfAreas(hub: Pick<Hub, 'toOwners'>): AreaTeller {
  /** For each area that was told of within the last second: whether it has changed since. */
  const changedSince = new Map<ChangedArea, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function tell(area: ChangedArea): void {
    hub.toOwners({ type: 'CHANGED', payload: { area } })
    changedSince.set(area, false)
    const timer = setTimeout(() => {
      timers.delete(timer)
      const again = changedSince.get(area)
      changedSince.delete(area)
      if (again) tell(area)
    }, LEAST_BETWEEN_MS)
    timers.add(timer)
  }

  return {
    heard(id) {
      const area = CHANGED_AREAS.find((known) => known === id)
      if (area === undefined) return
      if (changedSince.has(area)) changedSince.set(area, true)
      else tell(area)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
