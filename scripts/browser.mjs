/* Finds a Chromium for the browser tests. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchTools, installFromDebian } from './machine.mjs'
import { giveUp, nodeToUse } from './prepare.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const inPlace = () => PLACES.find((place) => existsSync(place))

/**
 * Its path: the machine's own, else one from a package of npm where that runs, else the system's, which is installed
 * where we are root; else we say what to install.
 */
export function findBrowser() {
  const found = process.env.CHROMIUM_PATH ?? inPlace() ?? fromPackage()
  if (found) return found
  installFromDebian(['chromium'])
  const installed = inPlace()
  if (installed) return installed
  return giveUp(
    'The browser tests need Chromium or Google Chrome. Install one (on Debian and Ubuntu: sudo apt-get install chromium) ' +
      'or set CHROMIUM_PATH to where it is.',
  )
}

/** The archives of the package: the browser, what it draws with, letters, and libraries that a bare system lacks. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

/** @returns {string | undefined} */
function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packages = fetchTools('browser', 'a browser for the tests, 67 MB')
  const folder = path.join(packages, '.chromium')
  const program = path.join(folder, 'start')
  if (!existsSync(program)) unpack(path.join(packages, '@sparticuz', 'chromium'), folder)
  return runs(program) ? program : undefined
}

function unpack(from, folder) {
  const beside = `${folder}.new`
  rmSync(beside, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  const entry = pathToFileURL(path.join(from, 'build', 'index.js')).href
  const files = ARCHIVES.map((name) => path.join(from, 'bin', name))
  const code = `const { inflate } = await import(${JSON.stringify(entry)})
    for (const file of ${JSON.stringify(files)}) await inflate(file)`
  // It unpacks to the folder for temporary files.
  const env = { ...process.env, TMPDIR: beside }
  const args = ['--input-type=module', '--eval', code]
  const { status } = spawnSync(nodeToUse(), args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) giveUp('The browser for the tests could not be unpacked: see above.')
  const start = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`
  writeFileSync(path.join(beside, 'start'), start)
  for (const name of ['start', 'chromium']) chmodSync(path.join(beside, name), 0o755)
  renameSync(beside, folder)
}

function runs(program) {
  return spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}
