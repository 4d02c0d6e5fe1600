/** The database: connections, migrations, transactions, and the classification of its errors. */
export { type Connection, connect, type Database, poolOf, type Reader, type Tx } from './connect.ts'
export {
  anonymizeResponses,
  anyOfIds,
  bigints,
  isRecordedAsErased,
  listIds,
  lockIds,
  type OverdueRows,
  overdueRows,
  recordErased,
} from './erasing.ts'
export { isCurrent, isLocked, readBackupOutcome } from './examine.ts'
export { migrate, UnreachableDatabase, UnsuitableDatabase } from './migrate.ts'
export { cut, type DatabaseServer, databaseAt } from './server.ts'
export {
  changedBy,
  columnName,
  firstOf,
  hasRow,
  jsonList,
  jsonObject,
  onlyOf,
  prepared,
  statement,
} from './statement.ts'
export {
  failureKind,
  inTransaction,
  OvertakenError,
  onOneConnection,
  sendWithCommit,
  violatedConstraint,
} from './transaction.ts'
