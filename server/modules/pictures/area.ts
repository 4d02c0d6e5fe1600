import type { Area } from '#server/platform/area.ts'
import { sweepPictures } from './sweep.ts'

const HOUR_MS = 60 * 60 * 1000

export const picturesArea: Area = ({ db, pictures, clock, log }) => ({
  timers: [{ everyMs: HOUR_MS, run: () => sweepPictures(db, { store: pictures, log, now: clock.now() }) }],
})
