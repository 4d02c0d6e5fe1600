import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'client',
  // The build's own files go to /static/; /assets/ has a rule of its own (docs/product.md#everywhere-daily-pictures).
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'es2022',
    // A font inside the style sheet would be refused by the page's own rules, and loaded whether it is needed or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What the first view needs comes as one file: one compressed stream, no rounds of asking.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      // A front door only passes on: a part that imports one thing through it does not load the others.
      treeshake: { moduleSideEffects: (id) => !/\/client\/(features|entities)\/[^/]+\/index\.ts$/.test(id) },
    },
  },
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      // The server compares a page's origin with the host that was asked: both are this one.
      '/api': { target: 'http://localhost:3000', changeOrigin: false },
      '/ws': { target: 'ws://localhost:3000', ws: true, changeOrigin: false },
    },
  },
})
