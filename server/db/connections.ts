/** The sizes of the pools (`connect.ts` says what each is for). A further pool belongs here too. */
export const POOL_SIZES = { orders: 10, reports: 2, live: 3, boards: 1, signIns: 2 } as const

/** What an instance may have open beside the pools, all the time. */
const BESIDE_POOLS = {
  /** LISTEN. */
  announcements: 1,
  /** The state of the backups, which owners' pages and the schedule read. */
  backupState: 1,
  /** Noting erased keys beside the backups. */
  erasedKeys: 1,
}

/** What exists once at a time, however many instances there are. */
export const ONE_AT_A_TIME = {
  /** Migrating, and the first question after a crash of the embedded server. */
  start: 1,
  /** The lease; in the thread one that finds the server, and the two of the snapshot. */
  backup: 4,
  /** The command that needs most, `npm run move`: its locks, a snapshot, and at the end a look at the server. */
  command: 5,
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** How many connections an instance has at most while it serves. */
export const CONNECTIONS_PER_INSTANCE: number = sum(POOL_SIZES) + sum(BESIDE_POOLS)

/** How many one instance needs with everything that may happen beside it: as many as the embedded server accepts. */
export const MAX_CONNECTIONS: number = CONNECTIONS_PER_INSTANCE + sum(ONE_AT_A_TIME)
