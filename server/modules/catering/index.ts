/** Catering events and their proposals. */
export { addEvent, eraseEventsAgain, eraseOverdueEvents, erasePersonEvents, listPersonEvents } from './events.ts'
export { overdueEvents } from './repo.ts'
