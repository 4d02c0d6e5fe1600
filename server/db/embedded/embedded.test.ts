import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { firstLine, killParent, processesOf, startParent, until } from '#server/testing/embedded.ts'
import { openTemporary, temporaryFolder } from '../../testing/temporary-database.ts'
import { type EmbeddedServer, type OpenOptions, openEmbedded, runningUrl } from './index.ts'

// A folder shared by the tests that do not need a new one, because creating a database takes a second.
let shared = ''
let dataDir = ''
let messages: string[] = []
const opened: EmbeddedServer[] = []

async function open(options: Partial<OpenOptions> = {}): Promise<EmbeddedServer> {
  const server = await openEmbedded({ dataDir, log: (line) => messages.push(line), ...options })
  opened.push(server)
  return server
}

async function insertRow(url: string): Promise<void> {
  await query(url, 'drop table if exists kept', 'create table kept (word text)', "insert into kept values ('Mămăligă')")
}

async function expectRow(url: string): Promise<void> {
  expect(await query(url, 'select word from kept')).toEqual([{ word: 'Mămăligă' }])
}

async function useNewFolder(): Promise<void> {
  dataDir = await temporaryFolder()
}

beforeAll(async () => {
  shared = await temporaryFolder()
  await (await openEmbedded({ dataDir: shared, log: () => undefined })).close()
})

afterAll(() => rm(shared, { recursive: true, force: true, maxRetries: 10 }))

beforeEach(() => {
  dataDir = shared
  messages = []
})

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
  const remaining = processesOf(dataDir)
  for (const pid of remaining) process.kill(pid, 'SIGKILL')
  if (dataDir !== shared) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  expect(remaining).toEqual([])
})

describe('starting', () => {
  test('creates the database at the first start; a later start opens it faster, with its data', async () => {
    await useNewFolder()
    const firstBegan = performance.now()
    const first = await open()
    const firstMs = performance.now() - firstBegan
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await insertRow(first.url)
    await first.close()
    const began = performance.now()
    const later = await open()
    // The later start creates no cluster. Compared with the first start, because a busy machine slows down both.
    expect(performance.now() - began).toBeLessThan(firstMs)
    await expectRow(later.url)
    expect(messages).toEqual([`Creating a new database in ${dataDir}.`])
  })

  test('runs PostgreSQL with durable commits, Unicode and connections only from this machine', async () => {
    const { url } = await open({ settings: { max_connections: 30 } })
    const [row] = await query(
      url,
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') sync, current_setting('jit') jit,
        current_setting('full_page_writes') whole, current_setting('wal_sync_method') method,
        current_setting('data_checksums') checksums,
        current_setting('max_connections') connections, current_setting('listen_addresses') address,
        current_setting('unix_socket_directories') sockets, current_database() database,
        getdatabaseencoding() encoding, upper('șăț') upper`,
    )
    expect(row).toEqual({
      fsync: 'on',
      sync: 'on',
      whole: 'on',
      method: process.platform === 'darwin' ? 'fsync_writethrough' : 'fdatasync',
      checksums: 'on',
      jit: 'off',
      connections: '30',
      address: '127.0.0.1',
      sockets: '',
      database: 'masa',
      encoding: 'UTF8',
      upper: 'ȘĂȚ',
    })
    await expect(query(url.replace(/masa:[^@]+@/, 'masa:wrong@'), 'select 1')).rejects.toThrow('password')
  })

  test('is reached as always where variables of other programs’ databases are set', async () => {
    const others = {
      ...{ PGSSLMODE: 'require', PGOPTIONS: '-c default_transaction_read_only=on', PGCLIENT_ENCODING: 'LATIN1' },
      ...{ PGSSLNEGOTIATION: 'none', PGAPPNAME: 'other', PGDATA: '/nowhere', PGPORT: '1', PGHOST: 'db.example' },
    }
    for (const [name, value] of Object.entries(others)) vi.stubEnv(name, value)
    try {
      const { url } = await open()
      await insertRow(url)
      await expectRow((await runningUrl(dataDir)) ?? '')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('logs no guest input', async () => {
    const { url } = await open()
    await query(
      url,
      'create table if not exists guest (phone text primary key)',
      "insert into guest values ('0722555111')",
    )
    await expect(query(url, "insert into guest values ('0722555111')")).rejects.toThrow('duplicate key')
    await expect(query(url, "select '0722555111x'::int")).rejects.toThrow('invalid input')
    expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('0722555111')
  })

  test('creates the database again after a start that was killed while creating it', async () => {
    await useNewFolder()
    const parent = startParent(dataDir)
    await until(() => processesOf(dataDir).some((pid) => pid !== parent.pid), 5000)
    await killParent(parent)
    const { url } = await open()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).sort()).toEqual(['masa.lock', 'postgres', 'postgres.log', 'postgres.password'])
  })
})

describe('stopping', () => {
  test('close leaves no process running, and can be called twice', async () => {
    const server = await open()
    expect(processesOf(dataDir).length).toBeGreaterThan(1)
    await Promise.all([server.close(), server.close()])
    expect(processesOf(dataDir)).toEqual([])
  })

  test('PostgreSQL stops within 10 s after a SIGKILL of the server, and the next start has the data', async () => {
    const parent = startParent(dataDir)
    const { url } = await firstLine(parent)
    await insertRow(String(url))
    await killParent(parent)
    await until(() => processesOf(dataDir).length === 0, 10_000)
    await expectRow((await open()).url)
    expect(messages).toEqual([])
  })

  test('the next start stops a PostgreSQL that is still running, and opens its data', async () => {
    const parent = startParent(dataDir)
    const { url, pid } = await firstLine(parent)
    await insertRow(String(url))
    const watchdogs = processesOf(dataDir).filter((other) => other !== parent.pid && other !== pid)
    for (const watchdog of watchdogs) process.kill(watchdog, 'SIGKILL')
    await until(() => watchdogs.every((watchdog) => !processesOf(dataDir).includes(watchdog)), 5000)
    await killParent(parent)
    expect(processesOf(dataDir)).toEqual([pid])
    await expectRow((await open()).url)
    expect(processesOf(dataDir)).not.toContain(pid)
    expect(messages).toEqual([expect.stringContaining(`(process ${pid}); stopping it first.`)])
  })

  test('the next start has the data after a SIGKILL of all processes', async () => {
    const parent = startParent(dataDir)
    const { url } = await firstLine(parent)
    await insertRow(String(url))
    const all = processesOf(dataDir)
    for (const pid of all) process.kill(pid, 'SIGKILL')
    await expectRow((await open()).url)
  })

  test('closing a temporary server deletes its folder', async () => {
    const server = await openTemporary()
    expect(await query(server.url, 'show max_connections')).toEqual([{ max_connections: '60' }])
    const [{ data_directory: folder } = {}] = await query(server.url, 'show data_directory')
    await server.close()
    await expect(readFile(path.join(String(folder), 'PG_VERSION'))).rejects.toThrow('ENOENT')
    expect(processesOf(String(folder))).toEqual([])
  })
})

describe('PostgreSQL that has crashed', () => {
  const untilRestarted = (server: EmbeddedServer, crashed: number) => until(() => server.pid !== crashed, 20_000)

  test('is started again, with its data, until the server is closed', async () => {
    const server = await open()
    await insertRow(server.url)
    for (let crash = 0; crash < 2; crash++) {
      const { pid } = server
      process.kill(pid, 'SIGKILL')
      await untilRestarted(server, pid)
      await expectRow(server.url)
    }
    await server.close()
    expect(messages).toEqual(Array(2).fill('PostgreSQL ended by itself (SIGKILL); starting it again.'))
  })

  test('is started again although one of its processes takes a moment to exit', async () => {
    const server = await open()
    const { pid } = server
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
    const lingering = rows[0]?.pid ?? 0
    process.kill(lingering, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    setTimeout(() => process.kill(lingering, 'SIGCONT'), 500)
    await untilRestarted(server, pid)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await client.end().catch(() => undefined)
  })

  test('is started again after a start that failed', async () => {
    const server = await open()
    const { pid } = server
    const configuration = path.join(dataDir, 'postgres', 'postgresql.conf')
    const before = await readFile(configuration, 'utf8')
    await writeFile(configuration, 'no_such_setting = 1\n')
    process.kill(pid, 'SIGKILL')
    await until(() => messages.some((line) => line.includes('no_such_setting')), 20_000)
    await writeFile(configuration, before)
    await untilRestarted(server, pid)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
