import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'client',
  // The build's own files go to /static/; /assets/ keeps the specification's cache-busting rule for pictures.
  build: { outDir: '../dist/client', emptyOutDir: true, assetsDir: 'static', target: 'es2022' },
  plugins: [react(), tailwindcss()],
  server: {
    proxy: { '/api': 'http://localhost:3000', '/ws': { target: 'ws://localhost:3000', ws: true } },
  },
})
