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
export { isCurrent, readBackupOutcome } from './examine.ts'
export { migrate } from './migrate.ts'
export { followPrimary } from './primary/follow.ts'
export {
  clientsOf,
  type DatabaseServer,
  fixedServer,
  hostsWithoutTls,
} from './primary/servers.ts'
export {
  changedBy,
  columnName,
  fieldsOf,
  firstOf,
  hasRow,
  jsonList,
  jsonObject,
  onlyOf,
  prepared,
  type Statement,
  statement,
} from './statement.ts'
export { isLocked, UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'
export {
  failureKind,
  inOneStatement,
  inTransaction,
  OvertakenError,
  onOneConnection,
  type SendWithCommit,
  violatedConstraint,
} from './transaction.ts'
