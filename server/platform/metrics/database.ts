import { sql } from 'drizzle-orm'
import { type Connection, type Database, poolOf, readBackupOutcome } from '#server/db/index.ts'
import { inTime } from '../limits/in-time.ts'
import { gauge, type Metric, type Sample } from './metric.ts'

/** Time limit for an answer of the database, as somebody who waits for a page would set it. */
const DATABASE_TIMEOUT_MS = 3_000

/** Whether the database answers, and its size. */
export async function databaseMetrics(db: Database): Promise<Metric[]> {
  const up = (value: number) => gauge('masa_database_up', 'Whether the database answers: 1 or 0.', value)
  try {
    const size = db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
    const { rows } = await inTime(size, DATABASE_TIMEOUT_MS)
    return [up(1), gauge('masa_database_size_bytes', 'Size of the database on its disk.', Number(rows[0]?.bytes))]
  } catch {
    return [up(0)]
  }
}

/** The age of the last good backup: infinite if there is none. Nothing if the database knows no backups. */
export async function backupMetrics(db: Database, now: Date): Promise<Metric[]> {
  const outcome = await readBackupOutcome(db)
  if (!outcome) return []
  const { lastAt, failedAt } = outcome
  const age = lastAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (now.getTime() - lastAt.getTime()) / 1000)
  return [
    gauge('masa_backup_age_seconds', 'Age of the last good backup; +Inf if there is none.', age),
    gauge('masa_backup_failed', 'Whether the last backup failed: 1 or 0.', Number(failedAt !== null)),
  ]
}

/** The connections of each pool, and what waits for one. */
export function poolMetrics({ db, reports, live, boards, signIns }: Connection): Metric[] {
  const pools = Object.entries({ orders: db, reports, live, boards, sign_ins: signIns }).flatMap(([pool, handle]) => {
    const open = poolOf(handle)
    return open ? [{ pool, open }] : []
  })
  const connections = pools.flatMap(({ pool, open }): Sample[] => [
    { labels: { pool, state: 'busy' }, value: open.totalCount - open.idleCount },
    { labels: { pool, state: 'idle' }, value: open.idleCount },
  ])
  return [
    gauge('masa_pool_connections', 'Open connections to the database.', connections),
    gauge(
      'masa_pool_max_connections',
      'Connections that a pool may open.',
      pools.map(({ pool, open }) => ({ labels: { pool }, value: open.options.max })),
    ),
    gauge(
      'masa_pool_waiting',
      'Work that waits for a connection.',
      pools.map(({ pool, open }) => ({ labels: { pool }, value: open.waitingCount })),
    ),
  ]
}
