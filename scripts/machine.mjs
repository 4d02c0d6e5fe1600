/* Installs what tests need beyond the project's packages, the first time they need it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { giveUp, INSTALL_OPTIONS, npm, root, say } from './prepare.mjs'

/** @param {string} name of a folder in scripts/test-tools with a lock file of its own @param {string} what for messages */
export function fetchTools(name, what) {
  const folder = path.join(root, 'scripts', 'test-tools', name)
  const packages = path.join(folder, 'node_modules')
  const stamp = path.join(packages, '.masa-installed')
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return packages
  say(`Fetching ${what} (once) …`)
  const { status } = npm(['ci', '--ignore-scripts', ...INSTALL_OPTIONS], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) giveUp(`${what} could not be fetched: see npm's output above.`)
  writeFileSync(stamp, lock)
  return packages
}

/** Installs Debian packages if this process is root on Debian. @param {string[]} packages */
export function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${packages.join(', ')} from the system packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}
