import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstWords } from './scripts/first-words.ts'
import { guestFiles } from './scripts/guest-files.ts'
import { SHELL_PATH } from './shared/domain/cached-answers.ts'

/** Known once the parts are written, and before the worker is. */
let keptFiles = new Set<string>()
const findKeptFiles: Plugin = {
  name: 'masa-kept-files',
  generateBundle(_, bundle) {
    keptFiles = guestFiles(bundle)
  },
}

export default defineConfig({
  root: 'client',
  // React has had this hook itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // The build's own files go to /static/; /assets/ has a rule of its own (docs/product/everywhere.md#everywhere-daily-pictures).
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'es2022',
    // The page has one script: there is nothing to preload in browsers that cannot.
    modulePreload: { polyfill: false },
    // A font inside the style sheet would be refused by the page's own rules, and loaded whether it is needed or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What the first view needs comes as one file: one compressed stream, no rounds of asking.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            // Modules that several parts share. Small ones are not merged: a guest's part would load what owners' parts use.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 0 },
          ],
        },
        chunkFileNames: ({ name }) => `static/${name.startsWith('shared~') ? 'shared' : name}-[hash].js`,
      },
      // A front door only passes on: a part that imports one thing through it does not load the others.
      treeshake: { moduleSideEffects: (id) => !/\/client\/areas\/[^/]+\/(index|owner)\.ts$/.test(id) },
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    firstWords,
    findKeptFiles,
    // The guest's menu without a network (docs/decisions/018-offline-menu.md).
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      // It waits until the guest says so: open pages still need what it would throw away.
      registerType: 'prompt',
      // The page registers it when it is idle (client/pages/menu/follow-worker.ts); the server knows the restaurant's name (server/documents/manifest.ts).
      injectRegister: null,
      manifest: false,
      integration: {
        configureCustomSWViteBuild(config) {
          config.logLevel = 'warn'
        },
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'icon.svg', 'static/*.{js,css,woff2}'],
        manifestTransforms: [
          (files) => ({
            manifest: files
              .filter(({ url }) => !url.startsWith('static/') || keptFiles.has(url))
              // The page without the dishes of a moment.
              .map((file) => (file.url === 'index.html' ? { ...file, url: SHELL_PATH } : file)),
          }),
        ],
      },
    }),
  ],
  server: {
    proxy: {
      // The server compares a page's origin with the host that was asked: both are this one.
      '/api': { target: 'http://localhost:3000', changeOrigin: false },
      '/ws': { target: 'ws://localhost:3000', ws: true, changeOrigin: false },
    },
  },
})
