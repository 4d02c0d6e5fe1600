import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/setup.ts',
  // Each with a server and a database of its own. A journey waits for half of its time: three at once leave neither of
  // two cores idle.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A machine that stops for a moment may fail a journey; what passes only then is named by the run (scripts/test.mjs).
  retries: process.env.CI === 'true' ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }]],
  outputDir: 'test-results',
  use: {
    viewport: { width: 390, height: 844 },
    // A worker would answer in the place of servers that journeys stop, and hide what they ask (offline.test.ts has it).
    serviceWorkers: 'block',
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
})
