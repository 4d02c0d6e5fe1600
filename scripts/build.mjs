/* Builds the client and its server renderer, and compressed copies, so that the server never compresses files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { configOf } from '../vite.config.ts'
import { FLOOR, iconsOfOnePath, stylesOfFirstView } from './plugins.ts'
import { publishBuild } from './publish-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// Built in a separate folder, so that an interrupted build does not change the current one.
const outDir = path.join(root, 'dist', 'next')
for (const page of /** @type {const} */ (['index', 'staff'])) {
  const config = configOf(page)
  const isFirst = page === 'index'
  const output = { outDir, emptyOutDir: isFirst, copyPublicDir: isFirst }
  await build({ ...config, configFile: false, logLevel: 'warn', build: { ...config.build, ...output } })
}

for (const entry of readdirSync(outDir, { recursive: true })) {
  const file = path.join(outDir, String(entry))
  if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file)) continue
  const plain = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
}
await buildPageRenderer()
publishBuild(outDir, path.join(root, 'dist', 'client'))

/** Writes `ssr/`, which only the server reads: its code, and the page into which it renders. */
async function buildPageRenderer() {
  const ssr = path.join(outDir, 'ssr')
  await build({
    root: path.join(root, 'client'),
    configFile: false,
    logLevel: 'warn',
    plugins: [
      react(),
      tailwindcss(),
      iconsOfOnePath,
      { name: 'masa-only-first-view', resolveDynamicImport: () => false },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node22',
      outDir: ssr,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      // One style sheet, also of a build for the server.
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      cssTarget: FLOOR,
      rolldownOptions: {
        input: { 'page-renderer': path.join(root, 'client', 'app', 'page-renderer.tsx') },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
        treeshake: { moduleSideEffects: (id) => !/\/client\/areas\/[^/]+\/index\.ts$/.test(id) },
      },
    },
  })
  const styles = stylesOfFirstView(readFileSync(path.join(ssr, 'style.css'), 'utf8'))
  const page = readFileSync(path.join(outDir, 'index.html'), 'utf8').replace(
    /<link rel="stylesheet"( crossorigin href="[^"]+")>/,
    (_, address) => `<style>${styles}</style><link data-later${address}>`,
  )
  writeFileSync(path.join(ssr, 'page.html'), page)
}
