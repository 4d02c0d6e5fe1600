/*
 * Bundles the server into dist/server: Node loads a few files in a fifth of the time that it needs for each module by
 * itself, and each worker thread loads only its own. The files that the server reads and its migrations stay where they
 * are in server/.
 */
import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = path.join(root, 'server')
const outDir = path.join(root, 'dist', 'server')
/** The programs that people start. */
const PROGRAMS = ['main', 'cli']
/** The worker threads, `worker.ts` in the folder of what they do: `proposal-worker` is in proposal/. */
const WORKERS = globSync('**/worker.ts', { cwd: server }).map((file) => path.join(server, file))
/** Packages with native code or with files of their own. */
const EXTERNAL = ['sharp', '@node-rs/argon2', 'pdfkit', 'fontkit']

const workerName = (/** @type {string} */ file) => `${path.basename(path.dirname(file))}-worker`

/** A module in the bundle finds its files by the URL of its source, and its worker in the bundle. @type {import('vite').Plugin} */
const keepSourceUrls = {
  name: 'masa-source-urls',
  enforce: 'pre',
  transform(code, id) {
    if (!path.normalize(id).startsWith(server) || !code.includes('import.meta.url')) return undefined
    const source = path.relative(outDir, id).split(path.sep).join('/')
    return code
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
      .replace(/new URL\('\.\/worker\.ts', .*?\.href\)/, `new URL('./${workerName(id)}.js', import.meta.url)`)
  },
}

/** V8 keeps the text of a module, in two bytes a character if one of them needs two. @type {import('vite').Plugin} */
const onlyAscii = {
  name: 'masa-only-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
    }
  },
}
const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [keepSourceUrls, onlyAscii],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: true,
    target: 'node22',
    outDir,
    emptyOutDir: true,
    // Stack traces name the functions and lines of the code.
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries([
        ...PROGRAMS.map((name) => [name, path.join(server, `${name}.ts`)]),
        ...WORKERS.map((file) => [workerName(file), file]),
      ]),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
