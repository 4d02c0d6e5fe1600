import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../support/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../support/global-setup.ts',
  workers: 1,
  timeout: 180_000,
  // Beside the pictures of the guest's screens, which stay when others are taken.
  outputDir: '../../test-results/run',
  use: { serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' }, launchOptions: CHROMIUM },
})
