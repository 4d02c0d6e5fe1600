/** Catering events and their proposals. */
export { cateringArea } from './area.ts'
export { addEvent } from './events.ts'
export { eraseEventsOf, eraseEventsOver, eventsOf } from './of-person.ts'
export { countEventsOver, listEventsOver } from './of-person-repo.ts'
