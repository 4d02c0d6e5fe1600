/** Which tables are in use: orders and shared sessions occupy and free them. It imports neither of the two modules. */
export * from './repo.ts'
export { compareKey, freeIfUnused, isKeyOf, leaveTable, lockExistingTable, lockTables, occupy } from './service.ts'
