/** Which tables are in use: orders and shared sessions occupy them and leave them. It calls neither. */
export { refuseWrongKey } from './key.ts'
export { isInUse, lockTable, writeStatus } from './repo.ts'
export { freeWhenDone, holdTable, lockTables, occupy } from './service.ts'
