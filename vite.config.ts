import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import {
  entryCompiledAtOnce,
  type FileOfModule,
  FLOOR,
  filesOfStaff,
  firstWords,
  iconsOfOnePath,
  serviceWorker,
} from './scripts/plugins.ts'

const SHARED = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 0 }

const configOf = (fileOf: FileOfModule): UserConfig => ({
  root: 'client',
  // React has had this hook itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // The build's own files go to /static/; /assets/ has a rule of its own (docs/product/everywhere.md#everywhere-daily-pictures).
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsDir: 'static',
    target: FLOOR,
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
            // What dialogs and drawers share is one file, also for those who need a part: in two, it compresses worse.
            {
              name: 'shared',
              test: /useRenderDialogRoot|FloatingFocusManager|useButton|useControlled|utils.(scrollable|clamp)/,
            },
            // Modules that several parts share. Small ones are not merged: a guest's part would load what owners' parts use.
            { name: (id) => (fileOf(id) === 'guests' ? 'shared' : null), debugName: 'guests', ...SHARED },
            // Each of these imports only those of more pages, so that none imports another and is imported by it.
            { name: fileOf, debugName: 'staff', minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'shared', ...SHARED },
          ],
        },
        // Each part names those that it needs, and a hash does not compress: seven signs still tell all builds apart.
        chunkFileNames: ({ name }) => `static/${name.startsWith('shared~') ? 'shared' : name}-[hash:7].js`,
      },
      // A front door only passes on: a part that imports one thing through it does not load the others.
      treeshake: { moduleSideEffects: (id) => !/\/client\/(areas\/[^/]+\/(index|owner)|ui\/index)\.ts$/.test(id) },
    },
  },
  plugins: [react(), tailwindcss(), firstWords, serviceWorker, iconsOfOnePath, entryCompiledAtOnce],
  server: {
    proxy: {
      // The server compares a page's origin with the host that was asked: both are this one.
      '/api': { target: 'http://localhost:3000', changeOrigin: false },
      '/ws': { target: 'ws://localhost:3000', ws: true, changeOrigin: false },
    },
  },
})

const oneByOne = configOf(() => null)
export default defineConfig(async ({ command }) =>
  command === 'build' ? configOf(await filesOfStaff(oneByOne)) : oneByOne,
)
