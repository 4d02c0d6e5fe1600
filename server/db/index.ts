/** The database: connections, migrations, transactions, and the classification of its errors. */
export { type Connection, connect, type Database, poolOf, type Reader, type Tx } from './connect.ts'
export * from './erasing.ts'
export { lock, lockInAnyOrder, locking } from './locks.ts'
export { isCurrent, isLocked, migrate, readBackupOutcome, UnreachableDatabase, UnsuitableDatabase } from './migrate.ts'
export { RETENTION, removeOver } from './retention.ts'
export { type DatabaseServer, databaseAt } from './server.ts'
export * from './statement.ts'
export * from './transaction.ts'
