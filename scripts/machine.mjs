/* Programs that tests need of the machine and that no package of npm brings. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { giveUp, say } from './prepare.mjs'

/** The programs by which tests read back what Masa draws, with the Debian packages that have them. */
const READERS = { pdftotext: 'poppler-utils', zbarimg: 'zbar-tools' }

/** Makes sure that those programs are there: installs them on a CI machine, and says elsewhere what to install. */
export function needReaders() {
  const missing = () => Object.entries(READERS).filter(([program]) => !isThere(program))
  const packages = missing().map(([, name]) => name)
  if (packages.length > 0) installFromDebian(packages)
  if (missing().length > 0) {
    const programs = missing().map(([program]) => program)
    giveUp(
      `The tests need ${programs.join(' and ')}: on Debian and Ubuntu, sudo apt-get install ${packages.join(' ')}.`,
    )
  }
}

/**
 * Installs Debian packages, on a CI machine where we are root; does nothing elsewhere.
 * @param {string[]} packages
 */
export function installFromDebian(packages) {
  if (process.env.CI !== 'true' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${packages.join(', ')} from the system packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}

/** @param {string} program */
function isThere(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const names = process.platform === 'win32' ? [`${program}.exe`] : [program]
  return folders.some((folder) => names.some((name) => isExecutable(path.join(folder, name))))
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
