/** Catering events and their proposals. */
export { cateringArea } from './area.ts'
export { addEvent } from './events.ts'
export { eraseEventsOf, eventsOf } from './of-person.ts'
