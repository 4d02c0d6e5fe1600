/** The database: connecting, migrating, transactions, and what its failures mean. */
export { type Connection, connect, type Database, type Reader, type Tx } from './connect.ts'
export { faultOf, violatedConstraint } from './faults.ts'
export { migrate } from './migrate.ts'
export { prepared, statement } from './statement.ts'
export { UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'
export { inTransaction } from './transaction.ts'
