/* Finds the machine's Chromium for the browser tests. */
import { existsSync } from 'node:fs'
import { installFromDebian } from './machine.mjs'
import { giveUp } from './prepare.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Its path. On a CI machine where we are root it is installed from Debian's packages; elsewhere we say what to install. */
export function findBrowser() {
  const found = process.env.CHROMIUM_PATH ?? PLACES.find((place) => existsSync(place))
  if (found) return found
  installFromDebian(['chromium'])
  const installed = PLACES.find((place) => existsSync(place))
  if (installed) return installed
  return giveUp(
    'The browser tests need Chromium or Google Chrome. Install one (on Debian and Ubuntu: sudo apt-get install chromium) ' +
      'or set CHROMIUM_PATH to where it is.',
  )
}
