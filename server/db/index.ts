/** The database: connections, migrations, transactions, and the classification of its errors. */
export { type Connection, connect, type Database, poolOf, type Reader, type Tx } from './connect.ts'
export * from './erasing.ts'
export { isCurrent, isLocked, readBackupOutcome } from './examine.ts'
export { migrate, UnreachableDatabase, UnsuitableDatabase } from './migrate.ts'
export * from './moments.ts'
export { type DatabaseServer, databaseAt } from './server.ts'
export * from './statement.ts'
export * from './transaction.ts'
