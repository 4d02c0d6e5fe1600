/*
 * Moves the clock of tests and of all programs that they start, with Debian's libfaketime: npm run at --
 * "2028-12-31 23:50 +02:00" vitest run server/modules/orders. `npm run test:all` does it at the moment below. Others at
 * which tests have failed, in Romania: 00:10, 03:30 (before the business day), 22:10, "2028-03-26 02:50 +02:00" and
 * "2028-10-29 03:30 +03:00" (the clocks change at 03:00 and 04:00), 29 February.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'
import { installFromDebian } from './machine.mjs'
import { environment, giveUp, nodeToUse, root } from './prepare.mjs'

/** In Romania: hours close, times of the day are over, and the date, the month and the year change during the tests. */
export const LATE = '2028-12-31 23:50 +02:00'

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`

/** Whether the clock can be moved: the library is installed if this process runs as root on Debian. */
export function canMoveClock() {
  if (!existsSync(LIBRARY)) installFromDebian(['libfaketime'])
  return existsSync(LIBRARY)
}

/** The environment in which programs begin at a moment. The monotonic clock, by which they wait, stays as it is. */
export function movedTo(moment) {
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000)
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`, DONT_FAKE_MONOTONIC: '1' }
}

const ASKS_THE_TIME = /\b(?:Date\.now|new Date|now)\(\)/
/** Journeys choose times that the server offers. */
const CHOOSES_A_TIME = /reserv|pickup|hours/i

const testsBelow = (folder, ...signs) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => {
      const text = /\.test\.tsx?$/.test(file) ? readFileSync(path.join(root, file), 'utf8') : ''
      return signs.some((sign) => sign.test(text))
    })

/** The files of tests whose result could depend on the hour or the day. */
export const clockTests = () => ['shared', 'server', 'client'].flatMap((folder) => testsBelow(folder, ASKS_THE_TIME))
export const clockJourneys = () => testsBelow('e2e', ASKS_THE_TIME, CHOOSES_A_TIME)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [moment = '', command = '', ...args] = process.argv.slice(2)
  if (!canMoveClock())
    giveUp('The clock is moved by libfaketime: on Debian and Ubuntu, sudo apt-get install libfaketime.')
  const browser = command === 'playwright' && { CHROMIUM_PATH: findBrowser() }
  const env = { ...environment(nodeToUse()), ...browser, ...movedTo(moment) }
  process.exit(spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status ?? 1)
}
