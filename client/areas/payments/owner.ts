import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export const DayView = lazyPart(() => import('./day/day-view.tsx'))
