import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { followPrimary } from '#server/db/primary/follow.ts'
// Not by db/index.ts: the thread that writes backups would load a hundred modules that it does not need.
import { clientsOf, type DatabaseServer } from '#server/db/primary/servers.ts'
import type { Head, Manifest, TableSums } from './parts.ts'

/** Text of every type that does not depend on the server's settings, and no limits: a table may take long. */
const SESSION = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  'set extra_float_digits = 1',
  "set client_encoding = 'UTF8'",
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  "set lock_timeout = '10s'",
  // One process per query: parallel ones would take every core from the orders.
  'set max_parallel_workers_per_gather = 0',
  // A machine that has died must not keep its locks for hours.
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
].join('; ')

/** Opens a connection whose text of values is always the same. @param where the server, or a URL as `DATABASE_URL` */
export async function openForCopy(where: DatabaseServer | string): Promise<pg.Client> {
  const server = typeof where === 'string' ? followPrimary(where) : where
  const client = new (clientsOf(server))({ connectionTimeoutMillis: 10_000, keepAlive: true })
  // Without a listener, a connection that is lost between two statements would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query(SESSION)
  return client
}

export type SnapshotFacts = Omit<Head, 'product' | 'format' | 'version'>

export type DatabaseSnapshot = Awaited<ReturnType<typeof openSnapshot>>

interface SnapshotOptions {
  /** Called with the id of each process of PostgreSQL that works for this. */
  onProcess?: ((pid: number) => void) | undefined
  /** Conditions of the rows that are taken, by table; all rows of the others. */
  only?: Readonly<Record<string, string>>
}

/** One snapshot on two connections: one copies, the other counts. No write waits for it. */
export async function openSnapshot(url: string, { onProcess = () => {}, only = {} }: SnapshotOptions = {}) {
  const server = followPrimary(url)
  const taken = (table: string) => (only[table] ? `where ${only[table]}` : '')
  const copying = await openForCopy(server)
  const counting = await openForCopy(server).catch(async (error: unknown) => {
    await copying.end()
    throw error
  })
  const close = async () => {
    await Promise.allSettled([copying.end(), counting.end()])
  }
  try {
    for (const client of [copying, counting]) onProcess(await processOf(client))
    await copying.query('begin isolation level repeatable read read only')
    const [exported] = await rowsOf<{ id: string }>(copying, 'select pg_export_snapshot() as id')
    await counting.query('begin isolation level repeatable read read only')
    await counting.query(`set transaction snapshot '${exported?.id}'`)
    const facts = await readFacts(copying)
    return {
      facts,
      pictures: () => readPictures(counting),
      copy: ({ name, columns }: Head['tables'][number]) =>
        copying.query(
          copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} ${taken(name)}) to stdout`),
        ),
      sums: ({ name }: Head['tables'][number]) => readTableSums(counting, name, taken(name)),
      sequences: () => readSequences(counting),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The count of a table's rows, and the sum of each column of numbers. */
export async function readTableSums(client: pg.ClientBase, table: string, where = ''): Promise<TableSums> {
  const columns = await rowsOf<{ name: string }>(
    client,
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype)
     order by attnum`,
    [quoted(table)],
  )
  const names = columns.map(({ name }) => name)
  const sums = names.map((name, i) => `, coalesce(sum(${quoted(name)}), 0)::text as s${i}`).join('')
  const [row = {}] = await rowsOf<Record<string, string>>(
    client,
    `select count(*)::text as rows${sums} from ${quoted(table)} ${where}`,
  )
  return { rows: row.rows ?? '0', sums: Object.fromEntries(names.map((name, i) => [name, row[`s${i}`] ?? '0'])) }
}

export function readTables(client: pg.ClientBase): Promise<Head['tables']> {
  return rowsOf(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(client, 'select to_regclass($1) is not null as found', [name])
  return row?.found ?? false
}

async function processOf(client: pg.Client): Promise<number> {
  const [row] = await rowsOf<{ pid: number }>(client, 'select pg_backend_pid() as pid')
  return row?.pid ?? 0
}

async function readFacts(client: pg.Client): Promise<SnapshotFacts> {
  const [row] = await rowsOf<{ at: Date; postgres: string }>(
    client,
    "select now() as at, current_setting('server_version') as postgres",
  )
  const isMigrated = await hasTable(client, 'drizzle.__drizzle_migrations')
  const [migrations] = isMigrated
    ? await rowsOf<{ last: string; count: number }>(
        client,
        'select max(created_at) as last, count(*)::int as count from drizzle.__drizzle_migrations',
      )
    : []
  if (!row || !migrations?.last) throw new Error('There is no restaurant in this database yet.')
  const [{ restaurant } = { restaurant: null }] = await rowsOf<{ restaurant: string }>(
    client,
    'select restaurant_id as restaurant from erasure_state',
  )
  return {
    restaurant,
    at: row.at.toISOString(),
    postgres: row.postgres,
    migrations: { last: Number(migrations.last), count: migrations.count },
    tables: await readTables(client),
  }
}

async function readPictures(client: pg.Client): Promise<string[]> {
  const own = "'/pictures/([0-9a-f]{32})/'"
  const rows = await rowsOf<{ hash: string }>(
    client,
    // A restore refuses names that are no hash.
    `select hash from (
       select hash from pictures
       union select substring(image_url from ${own}) from menu_items
       union select substring(image_url from ${own}) from promotions) as used (hash)
     where hash ~ '^[0-9a-f]{32}$' order by hash`,
  )
  return rows.map(({ hash }) => hash)
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const owned = await rowsOf<{ table: string; column: string; sequence: string }>(
    client,
    `select c.relname as table, a.attname as column, s.oid::regclass::text as sequence
     from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and c.relnamespace = current_schema()::regnamespace order by 1, 2`,
  )
  const sequences = []
  for (const { table, column, sequence } of owned) {
    const [row] = await rowsOf<{ last: string; called: boolean }>(
      client,
      `select last_value::text as last, is_called as called from ${sequence}`,
    )
    if (row) sequences.push({ table, column, ...row })
  }
  return sequences
}
