/* Finds the browsers for the tests: a Chromium, and the other engines. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchTools, installFromDebian } from './machine.mjs'
import { giveUp, nodeToUse, say } from './prepare.mjs'

const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const installedBrowser = () => BROWSER_PATHS.find((file) => existsSync(file))

/**
 * Finds the browser for the tests: CHROMIUM_PATH, the one from an npm package if it runs on this system (the same version
 * everywhere, without a window, so it takes a third less processor time), an installed browser, or Debian's, which is
 * installed if this process runs as root. Otherwise ends with what to install.
 * @returns {string} its path
 */
export function findBrowser() {
  const available = process.env.CHROMIUM_PATH ?? browserFromPackage() ?? installedBrowser()
  if (available) return available
  installFromDebian(['chromium'])
  const installed = installedBrowser()
  if (installed) return installed
  return giveUp(
    'The browser tests need Chromium or Google Chrome. Install one (on Debian and Ubuntu: sudo apt-get install chromium) ' +
      'or set CHROMIUM_PATH to where it is.',
  )
}

/** The configuration of the journeys in other engines than Chromium. */
export const OTHER_ENGINES = 'e2e/browsers/config.ts'

/** What each of the other engines is started by, with the Debian package that brings it. */
export const ENGINES = {
  firefox: { '/usr/bin/firefox-esr': 'firefox-esr' },
  webkit: { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' },
}

/** Chooses the projects of an engine: its journeys, and those in which it translates each page. */
export const projectsOf = (engine) => `--project=${engine}*`

/**
 * Finds the other engines for journeys, which are installed if this process runs as root on Debian; says which it leaves
 * out. @param {string[]} [options] Playwright's, which may choose some @returns {string[]} those that choose the found ones
 */
export function findEngines(options = []) {
  const isChosen = (engine) =>
    options.includes(`--project=${engine}`) || !options.some((option) => option.startsWith('--project'))
  const chosen = Object.entries(ENGINES).filter(([engine]) => isChosen(engine))
  const missing = chosen.flatMap(([, programs]) => Object.entries(programs)).filter(([program]) => !existsSync(program))
  if (missing.length > 0) installFromDebian(missing.map(([, name]) => name))
  return chosen.flatMap(([engine, programs]) => {
    if (Object.keys(programs).every((program) => existsSync(program))) return [projectsOf(engine)]
    say(`The journeys in ${engine} are left out: they need Debian's ${Object.values(programs).join(' and ')}.`)
    return []
  })
}

/** The package's archives: the browser, its fonts, its software renderer, and libraries that a minimal system lacks. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

/** @returns {string | undefined} the path; undefined if the package's browser does not run on this system */
function browserFromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packages = fetchTools('browser', 'a browser for the tests, 67 MB')
  const folder = path.join(packages, '.chromium')
  const program = path.join(folder, 'start')
  if (!existsSync(program)) unpack(path.join(packages, '@sparticuz', 'chromium'), folder)
  return runs(program) ? program : undefined
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir prefix="relative">../../@expo-google-fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

function unpack(from, folder) {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const entry = pathToFileURL(path.join(from, 'build', 'index.js')).href
  const files = ARCHIVES.map((name) => path.join(from, 'bin', name))
  const code = `const { inflate } = await import(${JSON.stringify(entry)})
    for (const file of ${JSON.stringify(files)}) await inflate(file)`
  // The package unpacks into the folder for temporary files.
  const env = { ...process.env, TMPDIR: unfinished }
  const args = ['--input-type=module', '--eval', code]
  const { status } = spawnSync(nodeToUse(), args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) giveUp('The browser for the tests could not be unpacked: see the output above.')
  const start = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`
  writeFileSync(path.join(unfinished, 'start'), start)
  // The package's own file names folders that exist only on one service; without any font, the browser crashes at the
  // first form field. Arimo and Tinos have the widths of Arial and Times New Roman, as the pages' fallback fonts expect.
  writeFileSync(path.join(unfinished, 'fonts', 'fonts.conf'), FONTS)
  for (const name of ['start', 'chromium']) chmodSync(path.join(unfinished, name), 0o755)
  renameSync(unfinished, folder)
}

function runs(program) {
  return spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}
