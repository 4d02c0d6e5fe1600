/** The database: connections, migrations, transactions, and the classification of its errors. */
export { type Connection, connect, type Database, type Reader, type Tx } from './connect.ts'
export { failureKind, OvertakenError, violatedConstraint } from './failure.ts'
export { columnName, fieldsOf } from './fields.ts'
export { jsonList, jsonObject } from './json.ts'
export { migrate } from './migrate.ts'
export { prepared, type Statement, statement } from './statement.ts'
export { UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'
export { inOneStatement, inTransaction, onOneConnection, type SendWithCommit } from './transaction.ts'
