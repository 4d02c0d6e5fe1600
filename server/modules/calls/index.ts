/**
 * Calls: guests at a table call the waiter or ask for the bill, and see when somebody is on the way. Occupancy, which
 * the calls use, ends and moves them: what is exported here imports no other module.
 */
export { CALL_TOPIC, endCallsAt, endPaidBillCalls, moveCalls } from './repo.ts'
export { readOpenCalls } from './view.ts'
