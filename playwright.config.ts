import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { PageTranslator } from './client/testing/translate-page.ts'
import { CHROMIUM } from './e2e/support/chromium.ts'

export default defineConfig<object, { pageTranslator: PageTranslator | undefined }>({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // Each worker has a server and a database of its own. One more than there are cores, because tests also wait.
  workers: availableParallelism() + 1,
  // These limits only end a run that hangs: no test may depend on the speed of the machine.
  // Of each part of a test: itself, its hooks and fixtures.
  timeout: 180_000,
  globalTimeout: 44 * 60_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A machine that pauses for a moment may fail a test; the list says "flaky" where it passed only on the retry.
  retries: process.env.CI === 'true' ? 1 : 0,
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 390, height: 844 },
    // A service worker would respond instead of a stopped server, and hide requests from page.route() (offline.test.ts
    // allows it).
    serviceWorkers: 'block',
    // Tests of animations switch them on with page.emulateMedia().
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
  projects: [
    // scripts/test.mjs has run the daily ones before the others.
    { name: 'chromium', grepInvert: process.env.MASA_JOURNEYS === 'other' ? /@daily/ : [] },
    // What guests and staff do all day, once more in a browser that translates each page.
    { name: 'translated', grep: /@translated/, use: { pageTranslator: 'a new text' } },
  ],
})
