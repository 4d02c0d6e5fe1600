/** The shared table: one cart for all phones at a table, ordered once. */
export { sharedSessionsArea } from './area.ts'
