import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The events tab: proposals for catering events, made in three steps, and those made before. */
export const EventsTab = lazyPart(() => import('./events-tab.tsx'))
