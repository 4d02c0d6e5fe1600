import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { failureKind } from '#server/db/index.ts'
import { migrationStamps } from '#server/db/migrate.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { FORMAT, HEAD_PART, tablePart } from './archive/parts.ts'
import { archiveOf, HEAD } from './fixtures/archives.ts'
import { allRows, backupsOf, changeByte, newDatabase, newFolder, restoreFrom } from './fixtures/places.ts'
import { openRestoreDatabase } from './restore-repo.ts'

describe('refusals', () => {
  const server = testServer()
  let dir = ''
  let name = ''
  let bytes: Buffer = Buffer.alloc(0)
  let made: Awaited<ReturnType<typeof backupsOf>>

  beforeAll(async () => {
    made = await backupsOf(server)
    dir = made.dir
    await server.call('POST', '/api/orders', takeaway(server))
    // So many that the file cannot be read in one piece.
    await query(
      server.connection.url(),
      `insert into customers (name, phone_number, notes, created_at, updated_at)
     select 'Guest', i, md5(i::text) || md5((i * 7)::text), now(), now() from generate_series(1, 8000) i`,
    )
    name = (await made.make()).name
    bytes = await readFile(path.join(dir, name))
  })
  afterAll(() => made.backups.close())

  /** Restores other bytes into an empty database. @returns the message, and what is in the database then */
  async function refusalOf(content: Buffer | Readable, url?: string) {
    const into = url ?? (await newDatabase())
    const source = content instanceof Readable ? content : Readable.from([content])
    const error = await restoreFrom(dir, name, { source, url: into }).then(
      () => undefined,
      (failure: Error) => failure,
    )
    return { message: error?.message, rows: await allRows(into) }
  }

  describe('a restore is refused, and changes nothing,', () => {
    it('if the place is not empty', async () => {
      const into = await newDatabase(true)
      await query(into, 'insert into tables (number, capacity, created_at, updated_at) values (1, 2, now(), now())')
      const before = await allRows(into)
      const { message, rows } = await refusalOf(bytes, into)
      expect(message).toMatch(/is not empty/)
      expect(rows).toEqual(before)
    })

    it('if the place holds what is not Masa’s', async () => {
      const into = await newDatabase()
      await query(into, 'create table accounts (id int)')
      expect(await refusalOf(bytes, into)).toEqual({
        message: expect.stringMatching(/is not empty/),
        rows: { accounts: [] },
      })
    })

    it('while another program is connected', async () => {
      const into = await newDatabase(true)
      const other = new pg.Client({ connectionString: into })
      await other.connect()
      expect((await refusalOf(bytes, into)).message).toMatch(/Another program is connected/)
      await other.end()
    })

    it('if the backup was cut off, wherever', async () => {
      for (const length of [0, 200, Math.floor(bytes.length / 2), bytes.length - 20]) {
        const { message, rows } = await refusalOf(bytes.subarray(0, length))
        expect(message).toMatch(/damaged or was cut off|not a backup/)
        expect(rows).toEqual({})
      }
    })

    it('if one byte of the backup is another', async () => {
      // The last four bytes are the checksum of the compression, without which the hashes still prove the content.
      for (const share of [0, 0.5, 0.9999]) {
        const { message, rows } = await refusalOf(changeByte(bytes, Math.floor((bytes.length - 5) * share)))
        expect(message).toMatch(/damaged or was cut off|not a backup/)
        expect(rows).toEqual({})
      }
    })

    it('if a part is not as its hash says, although the compression is intact', async () => {
      const manifest = { tables: {}, sequences: [], parts: [{ name: HEAD_PART, bytes: 1, sha256: 'x' }] }
      const content = archiveOf(
        [HEAD_PART, HEAD],
        ['pictures.txt', ''],
        ['manifest.json', manifest],
        ['manifest.sha256', createHash('sha256').update(JSON.stringify(manifest)).digest('hex')],
      )
      expect(await refusalOf(content)).toEqual({ message: expect.stringMatching(/parts are missing/), rows: {} })
    })

    it('if the backup was made by a newer version, which is named before anything else is looked at', async () => {
      const newer = { ...HEAD, version: '9.9.9' }
      const heads = [
        { ...newer, migrations: { last: 9_999_999_999_999, count: 99 } },
        { product: 'Masa', format: FORMAT + 1, version: '9.9.9', whatever: 1 },
        // With the same migrations, or with a head of another shape, whose manifest this version could not read.
        newer,
        { ...newer, tables: 'elsewhere' },
      ]
      for (const head of heads) {
        const content = archiveOf(
          [HEAD_PART, head],
          [tablePart('orders', 1), 'nonsense'],
          ['manifest.json', { tables: 1 }],
        )
        const { message, rows } = await refusalOf(content)
        expect(message).toMatch(/made by Masa 9\.9\.9, which is newer/)
        expect(rows).toEqual({})
      }
    })

    it('if the file is something else', async () => {
      for (const content of [Buffer.from('a letter'), archiveOf(['letter.txt', 'hello']), Buffer.alloc(4096)])
        expect((await refusalOf(content)).message).toMatch(/not a backup|damaged/)
    })
  })

  describe('a restore', () => {
    it('replaces a Masa that was opened and never used', async () => {
      const into = await newDatabase(true)
      await restoreFrom(dir, name, { url: into })
      expect(await query(into, 'select count(*)::int as orders from orders')).toEqual([{ orders: 1 }])
    })

    it('that was cut off leaves a place that counts as empty, and succeeds there', async () => {
      const into = await newDatabase()
      // The file stops in the middle; then the process is killed, as PostgreSQL sees it.
      const source = new PassThrough()
      source.write(bytes.subarray(0, bytes.length / 2))
      const restoring = restoreFrom(dir, name, { source, url: into }).catch((error: Error) => error)
      const others =
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null'
      await expect.poll(async () => (await query(into, others)).length).toBe(1)
      await query(into, `select pg_terminate_backend(pid) from (${others}) restoring`)
      source.destroy()
      expect(await restoring).toBeInstanceOf(Error)
      expect(await allRows(into)).toEqual({})
      // PostgreSQL ends a killed session, and frees its lock, a moment later.
      await expect.poll(() => query(into, others)).toEqual([])
      await restoreFrom(dir, name, { url: into })
      expect(await query(into, 'select count(*)::int as orders from orders')).toEqual([{ orders: 1 }])
    })

    it('reads a file that lies elsewhere, under another name', async () => {
      const folder = await newFolder()
      await writeFile(path.join(folder, 'copy.bin'), bytes)
      const { restored } = await restoreFrom(folder, 'copy.bin', {
        source: createReadStream(path.join(folder, 'copy.bin')),
      })
      expect(restored.rows).toBeGreaterThan(0)
    })
  })
})

describe('loading', () => {
  const ERASURES = { name: 'erasures', columns: ['key'] }

  async function openForLoading() {
    const url = await newDatabase()
    const database = await openRestoreDatabase(url)
    onTestFinished(() => database.close())
    expect(await database.look()).toBe('empty')
    await database.createTables(migrationStamps().at(-1) ?? 0)
    return { url, database }
  }

  it('loading ends with the error of a row that arrives between two pieces', async () => {
    const { database } = await openForLoading()
    const loading = async () => {
      for (;;) {
        await database.load(ERASURES, Buffer.from('no key\n'))
        await setImmediate()
      }
    }
    await expect(loading()).rejects.toMatchObject({ code: '22P02' })
    await expect(database.finishLoading()).rejects.toMatchObject({ code: '22P02' })
  })

  it('loading ends when the database is lost between two pieces', async () => {
    const { url, database } = await openForLoading()
    // Nearly as much as the stream takes without waiting.
    const piece = () => Buffer.from(Array.from({ length: 1_700 }, () => `${randomUUID()}\n`).join(''))
    const loading = async () => {
      for (let i = 0; ; i++) {
        await database.load(ERASURES, piece())
        if (i === 20)
          await query(
            url,
            `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
          )
        await setImmediate()
      }
    }
    const error = await loading().catch((failure: unknown) => failure)
    expect(failureKind(error)).toBe('unavailable')
  })
})
