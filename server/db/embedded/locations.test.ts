import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readlink, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binariesIn, explainFailure, findBinaries, missingLoader } from './binaries.ts'
import { movedFolder, resolveDataDir } from './data-folder.ts'
import { firstLine, killParent, processesOf, query, snapshot, startParent, until } from './fixtures/tools.ts'
import { usableBinaries } from './native-files.ts'
import { isRoot } from './owner.ts'
import { temporaryFolder } from './temporary.ts'

const NOBODY = { uid: 65534, gid: 65534 }
let place = ''

beforeEach(async () => {
  place = await temporaryFolder()
})

afterEach(async () => {
  await rm(place, { recursive: true, force: true, maxRetries: 10 })
})

describe('binaries', { timeout: 20_000 }, () => {
  test('a platform without a package is named, and DATABASE_URL', async () => {
    await expect(findBinaries('sunos', 'sparc')).rejects.toMatchObject({
      problem: 'no-binaries',
      message: expect.stringMatching(/sunos on sparc.*DATABASE_URL/),
    })
  })

  test('Alpine is told by the loader that it lacks', () => {
    expect(missingLoader('linux', 'x64', () => false)).toBe('/lib64/ld-linux-x86-64.so.2')
    expect(missingLoader('linux', 'arm64', () => true)).toBeUndefined()
    expect(missingLoader('darwin', 'arm64', () => false)).toBeUndefined()
    expect(explainFailure({ code: 0xc0000135 })).toContain('Visual C++')
  })

  test('missing links are made, by several at once; a package that nobody may read is copied', async () => {
    const found = await findBinaries()
    const closed = path.join(place, 'closed')
    await cp(path.join(found.root, 'native'), path.join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const lib = path.join(closed, 'native', 'lib')
    const links = (await readdir(lib, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())
    for (const link of links) await rm(path.join(lib, link.name))
    const copy = binariesIn(closed, found.version)
    const all = await Promise.all([1, 2, 3].map(() => usableBinaries(copy, place, isRoot() ? NOBODY : undefined)))
    expect(new Set(all.map((one) => one.root))).toEqual(new Set([closed]))
    for (const link of links) {
      expect(await readlink(path.join(lib, link.name))).toBe(
        await readlink(path.join(found.root, 'native/lib', link.name)),
      )
    }
    if (!isRoot()) return
    // As npm leaves files under a umask of 077.
    const template = path.join('native', 'share', 'postgresql', 'postgres.bki')
    await chmod(path.join(closed, template), 0o600)
    const usable = await usableBinaries(copy, place, NOBODY)
    expect(usable.root).toBe(path.join(place, `postgres-programs-${found.version}`))
    const version = spawnSync(usable.program('postgres'), ['--version'], { ...NOBODY, cwd: '/', encoding: 'utf8' })
    expect((await stat(path.join(usable.root, template))).mode & 0o777).toBe(0o644)
    expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) 18/)
    const before = snapshot(usable.root)
    await usableBinaries(copy, place, NOBODY)
    expect(snapshot(usable.root)).toEqual(before)
  })
})

describe.runIf(isRoot())('the data folder, as root', { timeout: 20_000 }, () => {
  const said: string[] = []
  const log = (sentence: string) => said.push(sentence)

  test('a default in a clone that only root may enter moves, and says so in one line', async () => {
    const clone = path.join(place, 'clone')
    const home = path.join(place, 'home')
    await mkdir(clone, { mode: 0o700 })
    const resolve = () => resolveDataDir({ given: undefined, fallback: 'data/demo', log, clone, home })
    const moved = await resolve()
    expect(moved).toBe(movedFolder(clone, 'data/demo', home))
    expect(said.splice(0)).toEqual([expect.stringMatching(/is kept in .*home.*cannot pass through .*clone/)])
    expect(existsSync(path.join(clone, 'data'))).toBe(false)
    expect((await stat(moved)).mode & 0o777).toBe(0o711)
    // Rights that change afterwards don't open an empty restaurant.
    await mkdir(path.join(moved, 'postgres'))
    await chmod(clone, 0o755)
    expect(await resolve()).toBe(moved)
    await rm(moved, { recursive: true })
    expect(await resolve()).toBe(path.join(clone, 'data/demo'))
  })

  test('one that was given and cannot be reached is named, and nothing is made or opened there', async () => {
    const closed = path.join(place, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const given = path.join(closed, 'restaurant')
    await expect(resolveDataDir({ given, fallback: 'data/demo', log })).rejects.toMatchObject({
      problem: 'unreachable-folder',
      message: expect.stringContaining(`may not pass through ${closed}`),
    })
    expect(await readdir(closed)).toEqual([])
    expect((await stat(closed)).mode & 0o777).toBe(0o700)
  })

  test('one that was given and is ours is made passable', async () => {
    const given = path.join(place, 'restaurant')
    await mkdir(given, { mode: 0o700 })
    expect(await resolveDataDir({ given, fallback: 'data/demo', log })).toBe(given)
    expect((await stat(given)).mode & 0o777).toBe(0o711)
  })

  test('not root: PostgreSQL runs as oneself; root opens the same folder afterwards', async () => {
    // "daemon" where PostgreSQL's packages run: initdb asks for a user that has a name.
    const user = { uid: 1, gid: 1 }
    await chown(place, user.uid, user.gid)
    for (const starter of [user, undefined]) {
      const parent = startParent(place, starter)
      const { url, pid } = await firstLine(parent)
      expect(await query(String(url), 'select 1 as one')).toEqual([{ one: 1 }])
      expect((await stat(`/proc/${pid}`)).uid).toBe(user.uid)
      await killParent(parent)
      await until(() => processesOf(place).length === 0, 10_000)
    }
  })
})

describe.runIf(isRoot())('a user without a name', { timeout: 20_000 }, () => {
  test('is told what initdb wants', async () => {
    await chown(place, 61_234, 61_234)
    expect(await firstLine(startParent(place, { uid: 61_234, gid: 61_234 }))).toMatchObject({
      problem: 'start-failed',
      message: expect.stringMatching(/name in \/etc\/passwd.*DATABASE_URL/),
    })
  })
})

describe('the watchdog for systems without a shell', { timeout: 20_000 }, () => {
  test.each([
    ['ends the process when its input ends', '', 'SIGINT'],
    ['lets it be when it is dismissed', 'done\n', null],
  ])('%s', async (_name, told, signal) => {
    const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
    const watched = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    try {
      const watchdog = spawn(process.execPath, [script, String(watched.pid), place, ''], {
        stdio: ['pipe', 'inherit', 'inherit'],
      })
      watchdog.stdin.end(told)
      await once(watchdog, 'exit')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(watched.signalCode).toBe(signal)
    } finally {
      await killParent(watched)
    }
  })
})
