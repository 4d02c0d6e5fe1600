/** Calls: guests at a table call the waiter or ask for the bill, and see when somebody is on the way. */
export { callsArea } from './area.ts'
export { readOpenCalls } from './read.ts'
