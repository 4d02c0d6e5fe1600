import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** The day's end and the closed days, for owners. */
export const DayView = lazyPart(() => import('./day/day-view.tsx'))
