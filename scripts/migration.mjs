/* `npm run db:generate -- --name order_origin`: writes the migration from the last committed one to the schema as it is.
 * drizzle-kit compares snapshots, of which the repository keeps none: that of the last migration's commit is made here. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { giveUp, root } from './prepare.mjs'

const MIGRATIONS = 'server/db/migrations'
// The folder is in the project, because the old schema imports its packages.
const OLD = 'node_modules/.cache/last-migration'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const drizzle = (stdio, schema, out, ...args) =>
  execFileSync(
    process.execPath,
    ['node_modules/drizzle-kit/bin.cjs', 'generate', '--dialect', 'postgresql', '--casing', 'snake_case']
      .concat('--schema', `./${schema}/server/db/schema/index.ts`, '--out', `./${out}`)
      .concat(args),
    { cwd: root, stdio },
  )

if (git('status', '--porcelain', MIGRATIONS)) giveUp(`${MIGRATIONS} has changes: commit them, or take them back.`)
const { entries } = JSON.parse(readFileSync(path.join(root, MIGRATIONS, 'meta/_journal.json'), 'utf8'))
const snapshot = `${MIGRATIONS}/meta/${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`

rmSync(path.join(root, OLD), { recursive: true, force: true })
mkdirSync(path.join(root, OLD), { recursive: true })
const commit = git('log', '-1', '--format=%H', '--', MIGRATIONS)
git('archive', `--output=${OLD}/old.tar`, commit, 'package.json', 'shared', 'server/db/schema')
execFileSync('tar', ['-xf', 'old.tar'], { cwd: path.join(root, OLD) })
drizzle('ignore', OLD, `${OLD}/out`)
renameSync(path.join(root, OLD, 'out/meta/0000_snapshot.json'), path.join(root, snapshot))
try {
  drizzle('inherit', '.', MIGRATIONS, ...process.argv.slice(2))
} finally {
  git('clean', '--force', '--quiet', '-x', '--', `${MIGRATIONS}/meta`)
}
