/**
 * Runs a PostgreSQL 15 until its input ends: `node postgres-15.ts <folder of the npm package> [memory]`. It prints its URL.
 * For `scripts/postgres.mjs`.
 */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openEmbedded } from '../db/embedded/index.ts'
import { keepDatabasesInMemory, temporaryFolder } from './temporary-database.ts'

const [root = '', place] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
if (place === 'memory') await keepDatabasesInMemory()
const dataDir = await temporaryFolder()
// The settings are PostgreSQL's defaults, as on a server of one's own.
const settings = { max_connections: 100, shared_buffers: '128MB', jit: 'on' }
const server = await openEmbedded({ dataDir, log: () => {}, settings, binaries: { root, version } })
process.stdout.write(`${server.url}\n`)
// Ctrl-C reaches this process too; its input ends when the script has finished its work.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.on('end', () => {
  void server
    .close()
    .then(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    .then(() => process.exit())
})
process.stdin.resume()
