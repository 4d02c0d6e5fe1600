import type { LaunchOptions } from '@playwright/test'

// The browser does not run with a moved clock (scripts/moved-clock.mjs); pages go by the server's.
const { LD_PRELOAD: _, ...env } = process.env

/** The installed Chromium, with its own network requests switched off. */
export const CHROMIUM: LaunchOptions = {
  env,
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
