/*
 * Completes package-lock.json after an installation: npm leaves out packages for other platforms that it could not find
 * or did not need, and `npm ci` then refuses the lock on a fresh machine. Versions are those that their owners name; what
 * each must be is asked of the registry, and without it `npm ci` takes whatever comes under that name.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** The packages for other platforms that a lock names and doesn't hold, with what npm wants to know of each. */
function missingIn({ packages }) {
  const missing = {}
  for (const [place, owner] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (packages[`node_modules/${name}`] || packages[`${place}/node_modules/${name}`]) continue
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(owner.dev && { dev: true }),
        optional: true,
      }
    }
  }
  return missing
}

function platformOf(name) {
  const parts = name.split('/').at(-1)?.split('-') ?? []
  if (parts.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = parts.find((part) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'].includes(part),
  )
  const cpu = parts.find((part) =>
    ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'].includes(part),
  )
  if (!os || !cpu) throw new Error(`${name}: for which system?`)
  const musl = parts.some((part) => part.startsWith('musl'))
  return { cpu: [cpu], ...(os === 'linux' && parts.length > 3 && { libc: [musl ? 'musl' : 'glibc'] }), os: [os] }
}

/** What a package must be, as its registry says; undefined where that has no such package. */
function integrityOf(place, { version }) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent']
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim() || undefined
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
const all = Object.entries({ ...lock.packages, ...missingIn(lock) })
for (const [place, entry] of all) {
  if (place !== '') entry.integrity ??= integrityOf(place, entry)
}
lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
