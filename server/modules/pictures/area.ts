import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { sweepPictures } from './pictures.ts'

const HOUR_MS = 60 * 60 * 1000

export function picturesArea({ db, pictures: store, clock, log }: AreaBase & { pictures: PictureStore }): AreaWiring {
  return { timers: [{ everyMs: HOUR_MS, run: () => sweepPictures(db, { store, log, now: clock.now() }) }] }
}
