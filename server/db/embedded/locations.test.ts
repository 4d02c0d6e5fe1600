import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { temporaryFolder } from '../../testing/temporary-database.ts'
import { binariesIn, explainFailure, findBinaries, missingLoader, usableBinaries } from './binaries.ts'
import { isRoot, movedFolder, resolveDataDir } from './data-folder.ts'
import { firstLine, killParent, processesOf, snapshot, startParent, until } from './fixtures/tools.ts'

const NOBODY = { uid: 65534, gid: 65534 }
let folder = ''

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

describe('finding the binaries', () => {
  test('names a platform without a package, and recommends DATABASE_URL', async () => {
    await expect(findBinaries('sunos', 'sparc')).rejects.toMatchObject({
      problem: 'no-binaries',
      message: expect.stringMatching(/sunos on sparc.*DATABASE_URL/),
    })
  })

  test('detects Alpine by its missing glibc loader, and explains a missing Visual C++', () => {
    expect(missingLoader('linux', 'x64', () => false)).toBe('/lib64/ld-linux-x86-64.so.2')
    expect(missingLoader('linux', 'arm64', () => true)).toBeUndefined()
    expect(missingLoader('darwin', 'arm64', () => false)).toBeUndefined()
    expect(explainFailure({ code: 0xc0000135 })).toContain('Visual C++')
  })

  test('creates missing links, even concurrently, and copies a package that PostgreSQL’s user cannot read', async () => {
    const binaries = await findBinaries()
    const closed = path.join(folder, 'closed')
    await cp(path.join(binaries.root, 'native'), path.join(closed, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    const lib = path.join(closed, 'native', 'lib')
    const links = (await readdir(lib, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())
    for (const link of links) await rm(path.join(lib, link.name))
    const copy = binariesIn(closed, binaries.version)
    const all = await Promise.all([1, 2, 3].map(() => usableBinaries(copy, folder, isRoot() ? NOBODY : undefined)))
    expect(new Set(all.map(({ root }) => root))).toEqual(new Set([closed]))
    for (const link of links) {
      expect(await readlink(path.join(lib, link.name))).toBe(
        await readlink(path.join(binaries.root, 'native/lib', link.name)),
      )
    }
    if (!isRoot()) return
    // npm creates files like this under a umask of 077.
    const template = path.join('native', 'share', 'postgresql', 'postgres.bki')
    await chmod(path.join(closed, template), 0o600)
    const usable = await usableBinaries(copy, folder, NOBODY)
    expect(usable.root).toBe(path.join(folder, `postgres-programs-${binaries.version}`))
    const version = spawnSync(usable.program('postgres'), ['--version'], { ...NOBODY, cwd: '/', encoding: 'utf8' })
    expect((await stat(path.join(usable.root, template))).mode & 0o777).toBe(0o644)
    expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) 18/)
    const before = snapshot(usable.root)
    await usableBinaries(copy, folder, NOBODY)
    expect(snapshot(usable.root)).toEqual(before)
  })
})

describe.runIf(isRoot())('choosing the data folder as root', () => {
  const messages: string[] = []
  const log = (line: string) => messages.push(line)

  test('moves the default folder out of a clone that only root may enter, and logs one line', async () => {
    const clone = path.join(folder, 'clone')
    const home = path.join(folder, 'home')
    await mkdir(clone, { mode: 0o700 })
    const resolve = () => resolveDataDir({ configured: undefined, fallback: 'data/demo', log, clone, home })
    const moved = await resolve()
    expect(moved).toBe(movedFolder(clone, 'data/demo', home))
    expect(messages.splice(0)).toEqual([expect.stringMatching(/is kept in .*home.*cannot pass through .*clone/)])
    expect(existsSync(path.join(clone, 'data'))).toBe(false)
    expect((await stat(moved)).mode & 0o777).toBe(0o711)
    // If the clone later becomes accessible, Masa must still use the moved folder, and not open an empty restaurant.
    await mkdir(path.join(moved, 'postgres'))
    await chmod(clone, 0o755)
    expect(await resolve()).toBe(moved)
    await rm(moved, { recursive: true })
    expect(await resolve()).toBe(path.join(clone, 'data/demo'))
  })

  test('rejects a given folder that PostgreSQL’s user cannot enter, without changing anything', async () => {
    const closed = path.join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const given = path.join(closed, 'restaurant')
    await expect(resolveDataDir({ configured: given, fallback: 'data/demo', log })).rejects.toMatchObject({
      problem: 'unreachable-folder',
      message: expect.stringContaining(`may not pass through ${closed}`),
    })
    expect(await readdir(closed)).toEqual([])
    expect((await stat(closed)).mode & 0o777).toBe(0o700)
  })

  test('makes a given folder of root accessible to PostgreSQL’s user', async () => {
    const given = path.join(folder, 'restaurant')
    await mkdir(given, { mode: 0o700 })
    expect(await resolveDataDir({ configured: given, fallback: 'data/demo', log })).toBe(given)
    expect((await stat(given)).mode & 0o777).toBe(0o711)
  })

  test('runs PostgreSQL as the folder’s owner, whether that user or root starts the server', async () => {
    // User 1 is "daemon": initdb requires a user with a name.
    const user = { uid: 1, gid: 1 }
    await chown(folder, user.uid, user.gid)
    for (const starter of [user, undefined]) {
      const parent = startParent(folder, starter)
      const { url, pid } = await firstLine(parent)
      expect(await query(String(url), 'select 1 as one')).toEqual([{ one: 1 }])
      expect((await stat(`/proc/${pid}`)).uid).toBe(user.uid)
      await killParent(parent)
      await until(() => processesOf(folder).length === 0, 10_000)
    }
  })
})

describe.runIf(isRoot())('starting as a user without a name', () => {
  test('fails with an explanation that initdb requires one', async () => {
    await chown(folder, 61_234, 61_234)
    expect(await firstLine(startParent(folder, { uid: 61_234, gid: 61_234 }))).toMatchObject({
      problem: 'start-failed',
      message: expect.stringMatching(/name in \/etc\/passwd.*DATABASE_URL/),
    })
  })
})

describe('the watchdog for Windows', () => {
  test.each([
    ['stops PostgreSQL when its input closes', '', ['fast', 'immediate']],
    ['does nothing after "done"', 'done\n', []],
  ])('%s', async (_name, input, modes) => {
    const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
    const [pgCtl, calls] = [path.join(folder, 'pg_ctl'), path.join(folder, 'calls')]
    await writeFile(pgCtl, `#!/bin/sh\necho "$@" >> ${calls}`, { mode: 0o755 })
    await writeFile(calls, '')
    const watchdog = spawn(process.execPath, [script, folder, pgCtl], { stdio: ['pipe', 'inherit', 'inherit'] })
    watchdog.stdin.end(input)
    await once(watchdog, 'exit')
    const called = (await readFile(calls, 'utf8')).trimEnd().split('\n').filter(Boolean)
    expect(called).toEqual(modes.map((mode) => expect.stringMatching(`stop -D ${folder} -m ${mode}`)))
  })
})
