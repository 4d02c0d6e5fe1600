/** The floor: all tables with their orders, sessions and calls, for those who serve. It stores nothing. */
export { floorArea } from './area.ts'
