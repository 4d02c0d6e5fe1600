import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DatabaseServer } from '#server/db/index.ts'
import { MASA_VERSION } from '#server/db/migrate.ts'
import * as format from './text.ts'

/** Text must not depend on the server's settings, and a table may take long, so there is no time limit. */
const SESSION = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '10s';
  set idle_in_transaction_session_timeout = 0; set max_parallel_workers_per_gather = 0;
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

/** Opens a connection on which every value has the same text on any server. */
export async function openForCopy({ Client }: DatabaseServer, givesWay = false): Promise<pg.Client> {
  const client = new Client({ connectionTimeoutMillis: 10_000, keepAlive: true, givesWay })
  await client.connect()
  await client.query(SESSION)
  return client
}

/** Streams one snapshot of the database into a new file until `ended` aborts. It blocks no writes. */
export async function writeBackup(server: DatabaseServer, file: string, ended = new AbortController().signal) {
  const client = await openForCopy(server, true)
  try {
    await client.query('begin isolation level repeatable read read only')
    const head = await describe(client)
    const handle = await open(file, 'wx', 0o600)
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    await pipeline(textOf(client, head), compressed, handle.createWriteStream({ flush: true }), { signal: ended })
    return head
  } finally {
    await client.end().catch(() => {})
  }
}

async function* textOf(client: pg.Client, head: format.BackupHead): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (text: string | Buffer) => {
    hash.update(text)
    return Buffer.from(text)
  }
  yield hashed([`-- masa ${JSON.stringify(head)}`, ...format.PREAMBLE, ''].join('\n'))
  for (const table of head.tables) {
    yield hashed(`${format.copyLine(table)}\n`)
    const rows = client.query(copyTo(`copy ${format.copiedColumns(table)} to stdout`))
    for await (const chunk of rows) yield hashed(chunk as Buffer)
    if (String(rows.rowCount) !== table.rows) throw new Error(`${table.name}: the copy and the count differ`)
    yield hashed(`${format.END_OF_TABLE}\n`)
  }
  const sequences = await rowsOf<{ name: string; last: string }>(
    client,
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  )
  for (const { name, last } of sequences) yield hashed(`SELECT pg_catalog.setval('${name}', ${last});\n`)
  yield Buffer.from(`-- sha256 ${hash.digest('hex')}\n`)
}

async function describe(client: pg.Client): Promise<format.BackupHead> {
  const [facts] = await rowsOf<{ at: Date; postgres: string; migration: string }>(
    client,
    `select now() as at, current_setting('server_version') as postgres, max(created_at) as migration
     from drizzle.__drizzle_migrations`,
  )
  const own = "'/pictures/([0-9a-f]{32})/'"
  const pictures = await rowsOf<{ hash: string }>(
    client,
    `select hash from (
       select hash from pictures
       union select substring(image_url from ${own}) from menu_items
       union select substring(image_url from ${own}) from promotions) as used (hash)
     where hash ~ '^[0-9a-f]{32}$' order by hash`,
  )
  const tables: format.BackupTable[] = []
  for (const table of await readTables(client)) {
    const counted = await rowsOf<{ rows: string }>(
      client,
      `select count(*)::text as rows from ${format.quoted(table.name)}`,
    )
    tables.push({ ...table, rows: counted[0]?.rows ?? '' })
  }
  return {
    ...{
      version: MASA_VERSION,
      format: format.FORMAT,
      at: facts?.at.toISOString() ?? '',
      postgres: facts?.postgres ?? '',
    },
    ...{ migration: Number(facts?.migration), pictures: pictures.map(({ hash }) => hash), tables },
  }
}

/** Lists the tables of the database without their generated columns. */
export function readTables(client: pg.Client): Promise<Pick<format.BackupTable, 'name' | 'columns'>[]> {
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

export async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) {
  return (await client.query<Row>(text, values)).rows
}
