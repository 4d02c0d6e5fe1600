import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { temporaryFolder } from '../../testing/temporary-database.ts'
import { isRoot } from './data-folder.ts'
import { firstLine, killParent, processesOf, snapshot, startParent } from './fixtures/tools.ts'
import { openEmbedded } from './index.ts'

let shared = ''
let dataDir = ''
const open = () => openEmbedded({ dataDir, log: () => undefined })
const openOnce = async () => (await open()).close()
const inCluster = (name: string) => path.join(dataDir, 'postgres', name)

async function expectStartError(problem: string, message: string): Promise<void> {
  const before = snapshot(dataDir)
  await expect(open()).rejects.toMatchObject({ name: 'StartError', problem, message: expect.stringContaining(message) })
  expect(snapshot(dataDir)).toEqual(before)
}

/** Expects that opening fails while a file of the shared database is missing. */
async function expectErrorWithoutFile(file: string, problem: string, message: string): Promise<void> {
  const aside = path.join(dataDir, 'postgres.aside')
  await rename(path.join(dataDir, file), aside)
  await expectStartError(problem, message)
  await rename(aside, path.join(dataDir, file))
}

// A new, closed database, which the tests share because a failed start does not change it.
beforeAll(async () => {
  shared = await temporaryFolder()
  await (await openEmbedded({ dataDir: shared, log: () => undefined })).close()
})

afterAll(() => rm(shared, { recursive: true, force: true, maxRetries: 10 }))

beforeEach(() => {
  dataDir = shared
})

afterEach(async () => {
  const remaining = processesOf(dataDir)
  for (const pid of remaining) process.kill(pid, 'SIGKILL')
  if (dataDir !== shared) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  expect(remaining).toEqual([])
})

describe('opening a folder twice', () => {
  test('the second server fails with folder-in-use, and the first keeps running', async () => {
    const first = await open()
    const second = startParent(dataDir)
    try {
      expect(await firstLine(second)).toEqual({
        problem: 'folder-in-use',
        message: expect.stringContaining(`Another Masa is running on ${dataDir}`),
      })
      await expect(open()).rejects.toMatchObject({ problem: 'folder-in-use' })
      expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(processesOf(dataDir)).toContain(first.pid)
    } finally {
      await killParent(second)
      await first.close()
    }
  })

  test('one of two concurrent first starts succeeds', async () => {
    dataDir = await temporaryFolder()
    const both = [startParent(dataDir), startParent(dataDir)]
    try {
      const lines = await Promise.all(both.map(firstLine))
      expect(lines.filter((line) => 'url' in line)).toHaveLength(1)
      expect(lines.filter((line) => line.problem === 'folder-in-use')).toHaveLength(1)
    } finally {
      await Promise.all(both.map(killParent))
      while (processesOf(dataDir).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})

describe('opening a folder that is not usable', () => {
  test('fails for a cluster of another major version, without changing it', async () => {
    await writeFile(inCluster('PG_VERSION'), '17\n')
    await expectStartError(
      'other-major',
      `${path.join(dataDir, 'postgres')} was made by PostgreSQL 17; this Masa brings`,
    )
    await writeFile(inCluster('PG_VERSION'), '18\n')
    await openOnce()
  })

  test.each(['PG_VERSION', 'global/pg_control', 'pg_wal'])(
    'fails for a cluster without %s, without changing it',
    async (name) => {
      await expectErrorWithoutFile(`postgres/${name}`, 'damaged-folder', `${path.join(dataDir, 'postgres')} is damaged`)
    },
  )

  test('fails if the password file or the cluster is missing', async () => {
    await expectErrorWithoutFile('postgres.password', 'damaged-folder', path.join(dataDir, 'postgres.password'))
    await expectErrorWithoutFile('postgres', 'damaged-folder', 'is gone')
  })

  test('fails for a data folder or cluster folder with files of other programs', async () => {
    dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, 'thesis.odt'), 'mine')
    await expectStartError('foreign-folder', 'thesis.odt')
    await rm(path.join(dataDir, 'thesis.odt'))
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(inCluster('thesis.odt'), 'mine')
    await expectStartError('damaged-folder', 'PG_VERSION missing')
  })

  test('fails for a path that is a file', async () => {
    dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, 'file'), '')
    await expect(openEmbedded({ dataDir: path.join(dataDir, 'file'), log: () => undefined })).rejects.toMatchObject({
      name: 'StartError',
    })
  })

  test('quotes PostgreSQL’s log if PostgreSQL fails to start', async () => {
    await writeFile(inCluster('postgresql.conf'), 'no_such_setting = 1\n')
    await expect(open()).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringContaining('unrecognized configuration parameter "no_such_setting"'),
    })
    await writeFile(inCluster('postgresql.conf'), '')
    await openOnce()
  })
})

describe('opening a folder after an unclean end', () => {
  test('changes the owner of a folder that root has restored to PostgreSQL’s user', async () => {
    const names = ['.', 'PG_VERSION', 'global/pg_control']
    if (isRoot()) for (const name of names) await chown(inCluster(name), 0, 0)
    await chmod(inCluster('.'), 0o755)
    await openOnce()
    expect((await stat(inCluster('.'))).mode & 0o777).toBe(0o700)
  })

  test('ignores a pid that another process has reused, and does not stop that process', async () => {
    const server = await open()
    const pidFile = await readFile(inCluster('postmaster.pid'), 'utf8')
    await server.close()
    // A process of PostgreSQL's own user, which PostgreSQL would mistake for a running server.
    const user = isRoot() ? { uid: 65534, gid: 65534 } : {}
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...user, stdio: 'ignore' })
    try {
      await writeFile(inCluster('postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))
      await openOnce()
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    } finally {
      await killParent(stranger)
    }
  })

  test('opens a cluster whose password file still has its temporary name', async () => {
    await rename(path.join(dataDir, 'postgres.password'), path.join(dataDir, 'postgres.password.new'))
    await openOnce()
    expect(existsSync(path.join(dataDir, 'postgres.password'))).toBe(true)
  })
})
