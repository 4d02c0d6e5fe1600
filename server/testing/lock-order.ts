import { checkLockOrder } from '../db/locks.ts'

/* Before each test file of the server: each of its transactions is checked. */
checkLockOrder()
