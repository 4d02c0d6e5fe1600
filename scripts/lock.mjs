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

/** Reads these fields of a package from the registry; it leaves out those that the package lacks. */
function fieldsOf(name, version, ...fields) {
  const { stdout } = npm(['view', `${name}@${version}`, ...fields, '--json', '--loglevel=silent'], { encoding: 'utf8' })
  const { 'dist.integrity': integrity, ...others } = JSON.parse(stdout)
  return { ...others, integrity }
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
const { packages } = lock
for (const [location, dependent] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] || packages[`${location}/node_modules/${name}`]) continue
    const entry = { version, ...fieldsOf(name, version, 'cpu', 'libc', 'os', 'dist.integrity'), optional: true }
    packages[`node_modules/${name}`] = dependent.dev ? { ...entry, dev: true } : entry
  }
}
for (const [location, entry] of Object.entries(packages)) {
  // A package within another one's file has no hash of its own.
  if (location === '' || entry.inBundle || entry.integrity) continue
  // npm prints a single field as it is, so a second one is requested.
  Object.assign(entry, fieldsOf(location.split('node_modules/').at(-1), entry.version, 'version', 'dist.integrity'))
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
