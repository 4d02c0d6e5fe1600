import { laterPart } from '../../lib/loading/later-part.tsx'

/* The events tab: proposals for catering events, made in three steps, and those made before. */
export const EventsTab = laterPart(() => import('./events-tab.tsx'))
