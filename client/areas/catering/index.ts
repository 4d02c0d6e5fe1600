import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The events tab: the wizard for a catering proposal, and the previous events. */
export const EventsTab = lazyPart(() => import('./events-tab.tsx'))
