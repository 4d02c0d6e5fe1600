/** The database: connections, migrations, transactions, and the classification of its errors. */
export { type Connection, connect, type Database, poolOf, type Reader, type Tx } from './connect.ts'
export {
  anonymizeResponses,
  anyOfIds,
  isRecordedAsErased,
  listIds,
  lockIds,
  type OverdueRows,
  overdueRows,
  recordErased,
} from './erasing.ts'
export { type BackupOutcome, type DatabaseState, examineDatabase, readBackupOutcome } from './examine.ts'
export { failureKind, isMoved, OvertakenError, violatedConstraint } from './failure.ts'
export { migrate } from './migrate.ts'
export { isLocked, MOVE_LOCK, type MoveState, moveSentence, readMoveState } from './move-state.ts'
export { hostsWithoutTls, serversIn, shownAddress } from './primary/addresses.ts'
export { clientsOf, type DatabaseServer, fixedServer } from './primary/client.ts'
export { followPrimary } from './primary/follow.ts'
export { changedBy, firstOf, hasRow, onlyOf } from './rows.ts'
export { columnName, fieldsOf, jsonList, jsonObject, prepared, type Statement, statement } from './statement.ts'
export { UnreachableDatabase, UnsuitableDatabase } from './suitable.ts'
export { inOneStatement, inTransaction, onOneConnection, type SendWithCommit } from './transaction.ts'
