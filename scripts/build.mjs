/* Builds the client and writes compressed copies beside each file, so that the server never compresses files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { publishBuild } from './publish-build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// Built in a separate folder, so that an interrupted build does not change the current one.
const outDir = path.join(root, 'dist', 'next')
await build({
  root: path.join(root, 'client'),
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})

for (const entry of readdirSync(outDir, { recursive: true })) {
  const file = path.join(outDir, String(entry))
  if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file)) continue
  const plain = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
}
publishBuild(outDir, path.join(root, 'dist', 'client'))
