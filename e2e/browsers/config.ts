import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import type { PageTranslator } from '../../client/testing/translate-page.ts'
import base from '../../playwright.config.ts'

const PREFERENCES = {
  // A mouse, as the other engine has one: fine, and it hovers.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'ui.prefersReducedMotion': 1,
  'ui.useOverlayScrollbars': 1,
  'widget.gtk.overlay-scrollbars.enabled': true,
  // A page that comes back from memory would not tell Playwright that it has loaded.
  'fission.bfcacheInParent': false,
  'browser.sessionhistory.max_total_viewers': 0,
  // Firefox's own requests are switched off.
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
}

export default defineConfig<object, { pageTranslator: PageTranslator | undefined }>({
  ...base,
  testDir: '..',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results/browsers',
  workers: 2,
  projects: [
    // Playwright runs these, and WebDriver drives the browser.
    { name: 'webkit', testDir: '.', testMatch: '*.webkit.ts' },
    {
      name: 'webkit-translated',
      testDir: '.',
      testMatch: '*.webkit.ts',
      grep: /@translated/,
      use: { pageTranslator: 'the text moved' },
    },
    {
      name: 'firefox',
      grep: /@daily|@firefox/,
      // What only Chromium has: its protocol's figures, its PDF, its way to lose the network; and what no engine changes:
      // what the server answers, how many bytes are loaded, how many taps something takes.
      grepInvert: /@chromium/,
      use: {
        ...base.use,
        browserName: 'firefox',
        channel: 'moz-firefox',
        // Its style would be an error in the console: the pages' policy forbids it.
        screenshot: 'off',
        launchOptions: {
          executablePath: fileURLToPath(new URL('firefox.ts', import.meta.url)),
          firefoxUserPrefs: PREFERENCES,
        },
      },
    },
  ],
})
