import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { sweepPictures } from './pictures.ts'

const HOUR_MS = 60 * 60 * 1000

export function picturesArea(parts: AreaBase & { pictures: PictureStore }): AreaWiring {
  const { db, pictures: store, clock, log, outside } = parts
  const run = async () => {
    // A bucket has the pictures of the restaurant from which a copy was restored.
    if (await outside.isOpen()) await sweepPictures(db, { store, log, now: clock.now() })
  }
  return { timers: [{ everyMs: HOUR_MS, run }] }
}
