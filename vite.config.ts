import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Rolldown, UserConfig } from 'vite'
import {
  entryCompiledAtOnce,
  FLOOR,
  firstFiles,
  iconsOfOnePath,
  pageLayout,
  serviceWorker,
  splitWords,
  staffPages,
} from './scripts/plugins.ts'

const client = path.join(import.meta.dirname, 'client')

/** A page of the build, with files of its own: guests load nothing of staff's, and staff nothing of the menu. */
type Page = 'index' | 'staff'

const groups: Record<Page, Rolldown.CodeSplittingGroup[]> = {
  index: [
    // What the first view needs comes as one file: one compressed stream, no rounds of asking.
    { name: 'first', tags: ['$initial'] },
    // What dialogs and drawers share is one file, also for those who need a part: in two, it compresses worse.
    {
      name: 'shared',
      test: /useRenderDialogRoot|FloatingFocusManager|useButton|useControlled|utils.(scrollable|clamp)/,
    },
    { name: 'shared', minShareCount: 2, entriesAware: true },
  ],
  staff: [
    { name: 'first', tags: ['$initial'] },
    // All that a page needs at once is in one file, but for what is in the file of a page before it.
    ...['kitchen', 'floor', 'dashboard'].map((page) => ({ name: page, test: `/client/pages/${page}/index.tsx` })),
    // Words that several parts share are with no code, which a page with only the words would load.
    ...['en', 'ro'].map((language) => ({
      name: `words-${language}`,
      test: new RegExp(`/shared/i18n/words/.*\\?${language}$`),
      minShareCount: 2,
    })),
    // Then what all editors share; the icons and what each card of the board says of its time, which would otherwise come
    // with editors and parts of the checkout; and in as few files as possible what several parts share.
    { name: 'forms', test: /\/client\/(kit|lib\/changes)\//, minShareCount: 2 },
    { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 },
    { name: 'times', test: /\/client\/lib\/settings\/(hours-line|pickup-time)/, minShareCount: 2 },
    {
      name: 'book',
      test: /\/(shared\/contracts|client\/areas)\/(reservations\.|reservations\/book-requests)/,
      minShareCount: 2,
    },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5_000 },
  ],
}

export const configOf = (page: Page): UserConfig => ({
  root: client,
  // React has had this hook itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // The build's own files go to /static/; /assets/ has a rule of its own (docs/product/everywhere.md#everywhere-daily-pictures).
  build: {
    assetsDir: 'static',
    target: FLOOR,
    // The page has one script: there is nothing to preload in browsers that cannot.
    modulePreload: { polyfill: false },
    // A font inside the style sheet would be refused by the page's own rules, and loaded whether it is needed or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: path.join(client, `${page}.html`),
      // What one page loads later may be needed at once on another.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: { groups: groups[page] },
        // Each part names those that it needs, and these names do not compress: seven signs still tell all builds apart.
        chunkFileNames: ({ name }) => `static/${name.startsWith('shared~') ? 'shared' : name}-[hash:7].js`,
      },
      // A front door only passes on: a part that imports one thing through it does not load the others.
      treeshake: { moduleSideEffects: (id) => !/\/client\/(areas\/[^/]+|ui)\/index\.ts$/.test(id) },
    },
  },
  // In development, the libraries of both pages are prepared from the start.
  optimizeDeps: { entries: '*.html' },
  plugins: [
    react(),
    tailwindcss(),
    pageLayout,
    firstFiles,
    iconsOfOnePath,
    splitWords,
    staffPages,
    ...(page === 'index' ? [serviceWorker, entryCompiledAtOnce] : []),
  ],
  server: {
    proxy: {
      // The server compares a page's origin with the host that was asked: both are this one.
      '/api': { target: 'http://localhost:3000', changeOrigin: false },
      // The server writes these pages.
      '/reserve': { target: 'http://localhost:3000', changeOrigin: false },
      '/ws': { target: 'ws://localhost:3000', ws: true, changeOrigin: false },
    },
  },
})

export default configOf('index')
