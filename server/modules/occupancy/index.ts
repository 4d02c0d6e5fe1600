/** Which tables are in use: orders and shared sessions occupy and free them. It imports neither of the two modules. */
export { isInUse, lockTable, writeStatus } from './repo.ts'
export { freeIfUnused, lockExistingTable, lockTables, occupy, refuseWrongKey } from './service.ts'
