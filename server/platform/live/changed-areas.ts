import type { Tx } from '#server/db/index.ts'
import { CHANGED_AREAS, type ChangedArea } from '#shared/contracts/live.ts'
import { type Announcement, announceChange } from './announcements.ts'
import { atMostOnceASecond, type RateLimitedNotifier } from './bursts.ts'
import type { Hub } from './hub.ts'

/** The topic for changes in an area of the dashboard. The announcement's id is the area. */
export const CHANGED_TOPIC = 'changed'

/** Announces at commit that owners' open tabs of an area must fetch their data again. */
export async function announceArea(tx: Tx, area: ChangedArea): Promise<void> {
  await announceChange(tx, { topic: CHANGED_TOPIC, id: area })
}

/** Sends CHANGED frames to owners' sockets. Pass the id of each announcement with `CHANGED_TOPIC` to the result. */
export function announceAreasToOwners(hub: Pick<Hub, 'toOwners'>): RateLimitedNotifier<Announcement['id']> {
  const areas = atMostOnceASecond<ChangedArea>((area) => hub.toOwners({ type: 'CHANGED', payload: { area } }))
  return {
    notify(id) {
      const area = CHANGED_AREAS.find((known) => known === id)
      if (area !== undefined) areas.notify(area)
    },
    close: areas.close,
  }
}
