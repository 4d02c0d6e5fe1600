import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstLine, killParent, processesOf, query, snapshot, startParent } from './fixtures/tools.ts'
import { openEmbedded } from './index.ts'
import { isRoot } from './owner.ts'
import { temporaryFolder } from './temporary.ts'

let made = ''
let dataDir = ''
const open = () => openEmbedded({ dataDir, log: () => undefined })
const openOnce = async () => (await open()).close()
const inCluster = (name: string) => path.join(dataDir, 'postgres', name)

async function expectRefused(problem: string, words: string): Promise<void> {
  const before = snapshot(dataDir)
  await expect(open()).rejects.toMatchObject({ name: 'StartError', problem, message: expect.stringContaining(words) })
  expect(snapshot(dataDir)).toEqual(before)
}

/** What is refused while a file of the made database is not in its place; it opens again afterwards. */
async function withoutFile(file: string, problem: string, words: string): Promise<void> {
  const aside = path.join(dataDir, 'postgres.aside')
  await rename(path.join(dataDir, file), aside)
  await expectRefused(problem, words)
  await rename(aside, path.join(dataDir, file))
}

// A database that was opened and closed, as initdb makes it; a refusal leaves it as it was, so the tests share it.
beforeAll(async () => {
  made = await temporaryFolder()
  await (await openEmbedded({ dataDir: made, log: () => undefined })).close()
}, 20_000)

afterAll(() => rm(made, { recursive: true, force: true, maxRetries: 10 }))

beforeEach(() => {
  dataDir = made
})

afterEach(async () => {
  const left = processesOf(dataDir)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  if (dataDir !== made) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  expect(left).toEqual([])
})

describe('two servers on one folder', { timeout: 20_000 }, () => {
  test('the second says so and ends; the first goes on', async () => {
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

  test('of two first starts at once one wins', async () => {
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

describe('folders that are not opened, and not touched', { timeout: 20_000 }, () => {
  test('one of another PostgreSQL', async () => {
    await writeFile(inCluster('PG_VERSION'), '17\n')
    await expectRefused('other-major', `${path.join(dataDir, 'postgres')} was made by PostgreSQL 17; this Masa brings`)
    await writeFile(inCluster('PG_VERSION'), '18\n')
    await openOnce()
  })

  test.each(['PG_VERSION', 'global/pg_control', 'pg_wal'])('one without its %s', async (name) => {
    await withoutFile(`postgres/${name}`, 'damaged-folder', `${path.join(dataDir, 'postgres')} is damaged`)
  })

  test('one whose password or whose cluster is gone', async () => {
    await withoutFile('postgres.password', 'damaged-folder', path.join(dataDir, 'postgres.password'))
    await withoutFile('postgres', 'damaged-folder', 'is gone')
  })

  test('one with other things in it, in its place or in the cluster’s', async () => {
    dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, 'thesis.odt'), 'mine')
    await expectRefused('foreign-folder', 'thesis.odt')
    await rm(path.join(dataDir, 'thesis.odt'))
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(inCluster('thesis.odt'), 'mine')
    await expectRefused('damaged-folder', 'PG_VERSION missing')
  })

  test('one that is a file', async () => {
    dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, 'file'), '')
    await expect(openEmbedded({ dataDir: path.join(dataDir, 'file'), log: () => undefined })).rejects.toMatchObject({
      name: 'StartError',
    })
  })

  test('a PostgreSQL that dies at start is quoted', async () => {
    await writeFile(inCluster('postgresql.conf'), 'no_such_setting = 1\n')
    await expect(open()).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringContaining('unrecognized configuration parameter "no_such_setting"'),
    })
    await writeFile(inCluster('postgresql.conf'), '')
    await openOnce()
  })
})

describe('what an end without goodbye leaves', { timeout: 20_000 }, () => {
  test('a folder that root put back belongs to PostgreSQL again', async () => {
    const names = ['.', 'PG_VERSION', 'global/pg_control']
    if (isRoot()) for (const name of names) await chown(inCluster(name), 0, 0)
    await chmod(inCluster('.'), 0o755)
    await openOnce()
    expect((await stat(inCluster('.'))).mode & 0o777).toBe(0o700)
  })

  test('a pid that now belongs to something else is neither believed nor touched', async () => {
    const server = await open()
    const pidFile = await readFile(inCluster('postmaster.pid'), 'utf8')
    await server.close()
    // Of PostgreSQL's own user, whom it would take for a server that runs.
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

  test('a cluster whose password had not got its name yet is opened', async () => {
    await rename(path.join(dataDir, 'postgres.password'), path.join(dataDir, 'postgres.password.new'))
    await openOnce()
    expect(existsSync(path.join(dataDir, 'postgres.password'))).toBe(true)
  })
})
