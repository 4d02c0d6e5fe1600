/** Which tables are in use: orders and shared sessions occupy them and leave them. It calls neither. */
export { isInUse, lockTable, writeStatus } from './repo.ts'
export { freeWhenDone, lockTables, occupy } from './service.ts'
