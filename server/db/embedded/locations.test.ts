import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { firstLine, killParent, processesOf, snapshot, startParent, until } from '#server/testing/embedded.ts'
import { temporaryFolder } from '../../testing/temporary-database.ts'
import { binaryIn, findBinaries, usableBinaries } from './binaries.ts'
import { dataFolder, isRoot, NOBODY, prepareDataDir } from './data-folder.ts'

let folder = ''

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

describe('finding the binaries', () => {
  test.each([
    ['sunos', 'sparc', 'no PostgreSQL for sunos on sparc'],
    ['win32', 'x64', 'WSL'],
  ])('names %s, for which there are none, and recommends DATABASE_URL', async (platform, arch, reason) => {
    await expect(findBinaries(platform, arch)).rejects.toThrow(new RegExp(`${reason}.*DATABASE_URL`))
  })

  test('detects Alpine by its missing glibc loader', async () => {
    const file = binaryIn({ root: folder, version: '18' }, 'postgres')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, '#!/lib/no-loader\n', { mode: 0o755 })
    await expect(usableBinaries({ root: folder, version: '18' }, folder, undefined)).rejects.toThrow(
      /needs glibc.*DATABASE_URL/,
    )
  })

  test('creates missing links, even concurrently, and copies binaries that PostgreSQL’s user cannot run', async () => {
    const installed = await findBinaries()
    const root = path.join(folder, 'package')
    await cp(installed.root, root, { recursive: true, verbatimSymlinks: true })
    const lib = path.join(root, 'native', 'lib')
    const links = (await readdir(lib, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())
    for (const link of links) await rm(path.join(lib, link.name))
    const binaries = { ...installed, root }
    const owner = isRoot() ? NOBODY : undefined
    const all = await Promise.all([1, 2, 3].map(() => usableBinaries(binaries, folder, owner)))
    expect(new Set(all.map((usable) => usable.root))).toEqual(new Set([root]))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links)
      expect(await readlink(path.join(lib, link.name))).toBe(
        await readlink(path.join(installed.root, 'native/lib', link.name)),
      )
    if (!isRoot()) return
    // npm creates files like this under a umask of 077.
    await chmod(binaryIn(binaries, 'postgres'), 0o700)
    const template = path.join('native', 'share', 'postgresql', 'postgres.bki')
    await chmod(path.join(root, template), 0o600)
    const usable = await usableBinaries(binaries, folder, NOBODY)
    expect(usable.root).toBe(path.join(folder, `postgres-binaries-${installed.version}`))
    const version = spawnSync(binaryIn(usable, 'postgres'), ['--version'], { ...NOBODY, cwd: '/', encoding: 'utf8' })
    expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) 18/)
    expect((await stat(path.join(usable.root, template))).mode & 0o777).toBe(0o644)
    const before = snapshot(usable.root)
    await usableBinaries(binaries, folder, NOBODY)
    expect(snapshot(usable.root)).toEqual(before)
  })
})

describe.runIf(isRoot())('choosing the data folder as root', () => {
  test('moves the default folder out of a clone that only root may enter, and logs one line', async () => {
    const messages: string[] = []
    const clone = path.join(folder, 'clone')
    const home = path.join(folder, 'home')
    await mkdir(clone, { mode: 0o700 })
    const choose = () => dataFolder({}, true, (line) => messages.push(line), { clone, home })
    const moved = await prepareDataDir(choose())
    expect(moved).toBe(path.join(home, clone, 'data/demo'))
    expect(messages).toEqual([
      `The data is kept in ${moved}, because PostgreSQL's user could not enter ${clone}/data/demo.`,
    ])
    expect(existsSync(path.join(clone, 'data'))).toBe(false)
    // If the clone later becomes accessible, Masa must still use the moved folder, and not open an empty restaurant.
    await mkdir(path.join(moved, 'postgres'))
    await chmod(clone, 0o755)
    expect(choose()).toBe(moved)
    await rm(moved, { recursive: true })
    expect(choose()).toBe(path.join(clone, 'data/demo'))
  })

  test('lets PostgreSQL’s user enter the folders that it creates', async () => {
    const mask = process.umask(0o077)
    await prepareDataDir(path.join(folder, 'data', 'demo')).finally(() => process.umask(mask))
    for (const name of ['data', 'data/demo']) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o711)
  })

  test('rejects a given folder that PostgreSQL’s user cannot enter, without changing anything', async () => {
    const closed = path.join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    for (const given of [closed, path.join(closed, 'restaurant')])
      await expect(prepareDataDir(given)).rejects.toThrow(`may not pass through ${closed}`)
    expect(await readdir(closed)).toEqual([])
    expect((await stat(closed)).mode & 0o777).toBe(0o700)
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
  test('fails with what initdb says', async () => {
    await chown(folder, 61_234, 61_234)
    expect(await firstLine(startParent(folder, { uid: 61_234, gid: 61_234 }))).toMatchObject({
      problem: 'StartError',
      message: expect.stringContaining('could not look up effective user ID'),
    })
  })
})
