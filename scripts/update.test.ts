import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-update-'))
const [source, clone] = [path.join(folder, 'source'), path.join(folder, 'clone')]
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/pages', 'VERSION')`
// Notes which version it has backed up.
const BACKUP = `import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
if (existsSync('../no-backups')) process.exit(1)
appendFileSync('../backups', execFileSync('git', ['log', '-1', '--format=%s']))`
const env: NodeJS.ProcessEnv = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Masa', '-c', 'user.email=masa@example.ro', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/** Commits a version to the source. @param build the script that builds its pages */
function release(version: string, build = BUILD.replace('VERSION', version)): void {
  writeFileSync(path.join(source, 'scripts', 'build.mjs'), build)
  git(source, 'add', '-A')
  git(source, 'commit', '--quiet', '-m', version)
}

function update(...args: string[]): { status: number | null; output: string } {
  const { npm_execpath: _, ...own } = env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/update.mjs', ...args], {
    cwd: clone,
    env: own,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

const state = () => ({
  version: git(clone, 'log', '-1', '--format=%s'),
  pages: readFileSync(path.join(clone, 'dist', 'pages'), 'utf8'),
  backups: existsSync(path.join(folder, 'backups')) ? readFileSync(path.join(folder, 'backups'), 'utf8').trim() : '',
})

beforeAll(() => {
  mkdirSync(path.join(source, 'scripts'), { recursive: true })
  for (const name of ['update.mjs', 'prepare.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(source, 'scripts', name))
  const scripts = { backup: 'node scripts/backup.mjs' }
  writeFileSync(
    path.join(source, 'package.json'),
    JSON.stringify({ name: 'small', version: '1.0.0', type: 'module', scripts }),
  )
  const lock = {
    name: 'small',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'small', version: '1.0.0' } },
  }
  writeFileSync(path.join(source, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(path.join(source, '.gitignore'), 'dist\nnode_modules\n')
  writeFileSync(path.join(source, 'scripts', 'backup.mjs'), BACKUP)
  writeFileSync(path.join(source, 'scripts', 'bundle-server.mjs'), '')
  git(source, 'init', '--quiet', '--initial-branch=main')
  release('one')
  git(folder, 'clone', '--quiet', source, clone)
  mkdirSync(path.join(clone, 'node_modules'))
  execFileSync(process.execPath, ['scripts/update.mjs', '--prepare'], { cwd: clone, env, stdio: 'ignore' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// In this order: each test begins with the clone as the one before has left it.
it('an update says that there is nothing new', () => {
  expect(update()).toMatchObject({ status: 0, output: expect.stringContaining('This is the newest version') })
  expect(state()).toEqual({ version: 'one', pages: 'one', backups: '' })
})

it('an update changes nothing without a backup, or where files were changed', () => {
  release('two')
  writeFileSync(path.join(folder, 'no-backups'), '')
  expect(update()).toMatchObject({ status: 1, output: expect.stringContaining('Without a backup there is no update') })
  rmSync(path.join(folder, 'no-backups'))
  writeFileSync(path.join(clone, 'package.json'), '{}')
  expect(update()).toMatchObject({ status: 1, output: expect.stringContaining('Files of Masa were changed') })
  git(clone, 'checkout', '--', 'package.json')
  expect(state()).toEqual({ version: 'one', pages: 'one', backups: '' })
})

it('an update backs up, then fetches the new version and builds its pages', () => {
  expect(update()).toMatchObject({ status: 0, output: expect.stringContaining('npm run update -- --back') })
  expect(state()).toEqual({ version: 'two', pages: 'two', backups: 'one' })
})

it('a version that cannot be built leaves the one before in place', () => {
  release('broken', 'process.exit(1)')
  expect(update()).toMatchObject({ status: 1, output: expect.stringContaining('the one before is in place again') })
  expect(state()).toEqual({ version: 'two', pages: 'two', backups: 'one\ntwo' })
})

it('one can go back from an update, once', () => {
  release('three')
  expect(update().status).toBe(0)
  expect(state()).toMatchObject({ version: 'three', pages: 'three' })
  expect(update('--back')).toMatchObject({ status: 0, output: expect.stringContaining('restore the backup') })
  expect(state()).toMatchObject({ version: 'two', pages: 'two' })
  expect(update('--back')).toMatchObject({ status: 1, output: expect.stringContaining('no update to go back from') })
})
