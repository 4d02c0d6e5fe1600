import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { sweepPictures, warnOfMissingPictures } from './pictures.ts'

const HOUR_MS = 60 * 60 * 1000

export function picturesArea({ db, pictures: store, clock, log }: AreaBase & { pictures: PictureStore }): AreaWiring {
  const options = () => ({ store, log, now: clock.now() })
  const look = () => warnOfMissingPictures(db, options())
  return {
    // The server is useful without its pictures.
    start: () => look().catch((error: unknown) => log.warn({ err: error }, 'the pictures could not be looked for')),
    timers: [
      { everyMs: HOUR_MS, run: () => sweepPictures(db, options()) },
      { everyMs: HOUR_MS, run: look },
    ],
  }
}
