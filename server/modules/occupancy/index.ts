/** Which tables are in use: orders and shared sessions occupy and free them. It imports neither of the two modules. */
export { announcingCall, CALL_TOPIC, endCallsAt } from './calls-repo.ts'
export {
  findTableToOrderAt,
  isInUse,
  isSeated,
  isSessionRunning,
  type LockedTable,
  lockTable,
  lockUnchangedTableSql,
  occupyLockedSql,
  type TableToOrderAt,
  writeStatus,
} from './repo.ts'
export {
  compareKey,
  freeIfUnused,
  leaveTable,
  lockExistingTable,
  lockTables,
  occupy,
  refuseWrongKey,
} from './service.ts'
