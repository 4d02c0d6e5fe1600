import type { Area } from '#server/platform/area.ts'
import { sweepPictures, warnOfMissingPictures } from './pictures.ts'

const HOUR_MS = 60 * 60 * 1000

export const picturesArea: Area = ({ db, pictures: store, clock, log }) => {
  const options = () => ({ store, log, now: clock.now() })
  const look = () => warnOfMissingPictures(db, options())
  return {
    // Without its pictures the server is still of use.
    start: () => look().catch((error: unknown) => log.warn({ err: error }, 'the pictures could not be looked for')),
    timers: [
      { everyMs: HOUR_MS, run: () => sweepPictures(db, options()) },
      { everyMs: HOUR_MS, run: look },
    ],
  }
}
