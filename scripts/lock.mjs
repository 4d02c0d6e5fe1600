/*
 * Completes package-lock.json after an installation. npm leaves out packages for other platforms that it could not find
 * or did not need, and `npm ci` then rejects the lock file on another machine. This script adds them with the versions
 * that their dependents require, and requests missing integrity hashes from the registry; without a hash, `npm ci` would
 * accept any content.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { npm } from './prepare.mjs'

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** Returns entries for the packages of other platforms that the lock file refers to but does not contain. */
function missingIn({ packages }) {
  const missing = {}
  for (const [location, dependent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
      if (packages[`node_modules/${name}`] || packages[`${location}/node_modules/${name}`]) continue
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dependent.dev && { dev: true }),
        optional: true,
      }
    }
  }
  return missing
}

/** Derives the `os`, `cpu` and `libc` of an entry from the package's name, such as `rollup-linux-x64-musl`. */
function platformOf(name) {
  const parts = name.split('/').at(-1)?.split('-') ?? []
  if (parts.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = parts.find((part) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'].includes(part),
  )
  const cpu = parts.find((part) =>
    ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'].includes(part),
  )
  if (!os || !cpu) throw new Error(`${name}: its system is not in its name`)
  const musl = parts.some((part) => part.startsWith('musl'))
  return { cpu: [cpu], ...(os === 'linux' && parts.length > 3 && { libc: [musl ? 'musl' : 'glibc'] }), os: [os] }
}

function integrityOf(location, { version }) {
  const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent']
  return npm(args, { encoding: 'utf8' }).stdout.trim() || undefined
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
const entries = Object.entries({ ...lock.packages, ...missingIn(lock) })
for (const [location, entry] of entries) {
  // A package within another one's file has no hash of its own.
  if (location !== '' && !entry.inBundle) entry.integrity ??= integrityOf(location, entry)
}
lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
