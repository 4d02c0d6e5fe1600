/** Catering events and their proposals. */
export { addEvent } from './events.ts'
export { eraseEventsAgain, eraseOverdueEvents, erasePersonEvents, listPersonEvents } from './personal-data.ts'
export { countOverdueEvents, listOverdueEvents } from './personal-data-repo.ts'
