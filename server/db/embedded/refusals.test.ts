import { spawn } from 'node:child_process'
import { chmod, chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { firstLine, killParent, processesOf, startParent } from '#server/testing/embedded.ts'
import { temporaryFolder } from '../../testing/temporary-database.ts'
import { isRoot } from './data-folder.ts'
import { FolderInUse, openEmbedded, StartError } from './index.ts'

let shared = ''
let dataDir = ''
const open = () => openEmbedded({ dataDir, log: () => undefined })
const openOnce = async () => (await open()).close()
const inCluster = (name: string) => path.join(dataDir, 'postgres', name)

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
        problem: 'FolderInUse',
        message: expect.stringContaining(`Another Masa is running on ${dataDir}`),
      })
      await expect(open()).rejects.toBeInstanceOf(FolderInUse)
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
      expect(lines.filter((line) => line.problem === 'FolderInUse')).toHaveLength(1)
    } finally {
      await Promise.all(both.map(killParent))
      while (processesOf(dataDir).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})

describe('opening a folder that is not usable', () => {
  test('fails for a path that is a file', async () => {
    dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, 'file'), '')
    const opening = openEmbedded({ dataDir: path.join(dataDir, 'file'), log: () => undefined })
    await expect(opening).rejects.toBeInstanceOf(StartError)
  })

  test.each([
    ['PG_VERSION', '17\n', 'initialized by PostgreSQL version 17'],
    ['postgresql.conf', 'no_such_setting = 1\n', 'unrecognized configuration parameter "no_such_setting"'],
  ])('quotes the end of PostgreSQL’s log if PostgreSQL does not start because of %s', async (name, content, reason) => {
    const before = await readFile(inCluster(name), 'utf8')
    await writeFile(inCluster(name), content)
    await expect(open()).rejects.toThrow(new RegExp(`did not start on ${dataDir}[^]*${reason}`))
    await writeFile(inCluster(name), before)
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
})
