/** The events tab: proposals for catering events, made in three steps, and those made before. */
export { eventsKey } from './event-calls.ts'
export { EventsTab } from './events-tab.tsx'
