import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

/** Files with secrets or with a restaurant's data, where the guides say to write them, or where people do. */
const SECRETS = [
  '.env',
  '.env.production',
  'masa.env',
  'deploy/.env',
  'server/.env',
  'privkey.pem',
  'fullchain.pem',
  'masa.key',
  'certificates/privkey.pem',
  'deploy/menu.example.ro.key',
  'data/restaurant/postgres.password',
  'data/restaurant-backups/erased',
  'data-backups/masa-2026-11-22T05-00-00Z.sql.zst',
  'restaurant-backups/pictures/1/640.webp',
  'backups/masa-2026-11-22T05-00-00Z.sql.zst',
  'deploy/backups/erased',
  'masa-2026-11-22T05-00-00Z.sql.zst',
  'scripts/masa-2026-11-22T05-00-00Z.sql.zst',
  'scripts/masa-2026-11-22T05-00-00Z.tar',
]
/** Files that belong to the repository although their names resemble those. */
const TRACKED = ['.env.example', 'deploy/masa.env', 'server/modules/backups/index.ts', 'client/areas/backups/index.ts']
/** Some files from which the image is built, and all guides that it reads. */
const NEEDED = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'client/index.html',
  'client/areas/backups/index.ts',
  'deploy/masa-fiscal.mjs',
  'docs/running.md',
  'scripts/prepare.mjs',
  'server/db/migrations/meta/_journal.json',
  'server/modules/backups/index.ts',
  'shared/i18n/words/owner/backups.ts',
]

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const filesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'x']))

describe('a file with secrets or with data of a restaurant', () => {
  it('is not offered to git, as what belongs to the repository is', () => {
    const folder = trial({ '.gitignore': read('.gitignore'), ...filesOf([...SECRETS, ...TRACKED]) })
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    expect(git('init', '--quiet').status).toBe(0)
    const offered = git('-c', 'core.excludesFile=', 'ls-files', '--others', '--exclude-standard').stdout
    expect(offered.trim().split('\n').sort()).toEqual(['.gitignore', ...TRACKED].sort())
  })

  it('is not in the context of the image, as what the image is built from is', () => {
    const folder = trial(filesOf([...SECRETS, ...NEEDED]))
    expect(contextOf(folder, read('deploy/Dockerfile.dockerignore'))).toEqual([...NEEDED].sort())
  })

  it('is not in the context of the image of this folder, and what is needed is there', () => {
    for (const name of NEEDED) expect(read(name), name).not.toBe('')
    const top = new Set(contextOf(ROOT, read('deploy/Dockerfile.dockerignore')).map((name) => name.split('/')[0]))
    expect([...top].sort()).toEqual([...new Set(NEEDED.map((name) => name.split('/')[0]))].sort())
  })
})

describe('the rules of an ignore file of Docker', () => {
  const context = (rules: string) =>
    contextOf(trial(filesOf(['.a', 'b.env', 'c/.a', 'c/d/b.env', 'c/d/e', 'f/e'])), rules)

  it.each([
    ['c', ['.a', 'b.env', 'f/e']],
    ['*', []],
    ['*\n!c', ['c/.a', 'c/d/b.env', 'c/d/e']],
    ['*\n!c\n**/.a', ['c/d/b.env', 'c/d/e']],
    ['*.env', ['.a', 'c/.a', 'c/d/b.env', 'c/d/e', 'f/e']],
    ['**/*.env\n# a comment\n\n/f/', ['.a', 'c/.a', 'c/d/e']],
    ['c/**\n!c/d/e', ['.a', 'b.env', 'c/d/e', 'f/e']],
  ])('%j', (rules, expected) => {
    expect(context(rules)).toEqual(expected)
  })
})

/**
 * The files that Docker sends to be built from: the last rule that fits a file, or a folder that it is in, decides.
 * @see https://docs.docker.com/build/concepts/context/#syntax
 */
function contextOf(folder: string, ignoreFile: string): string[] {
  const rules = ignoreFile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), fits: patternOf(line.replace(/^!/, '')) }))
  const isIgnored = (name: string) => !(rules.findLast(({ fits }) => fits.test(name))?.isKept ?? true)
  const below = (within: string): string[] =>
    readdirSync(path.join(folder, within), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(within, entry.name)
      if (name === '.git' || name === 'node_modules') return isIgnored(name) ? [] : [name]
      if (entry.isDirectory()) return below(name)
      return isIgnored(name) ? [] : [name]
    })
  return below('').sort()
}

/** A regular expression for what a pattern fits, and everything below that. */
function patternOf(pattern: string): RegExp {
  const parts = path.posix
    .join('/', pattern)
    .split('/')
    .filter((part) => part !== '')
  const regexps = parts.map((part, i) => {
    if (part === '**') return i === parts.length - 1 ? '.+' : '(?:[^/]+/)*'
    const text = part
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
    return i === parts.length - 1 ? text : `${text}/`
  })
  return new RegExp(`^${regexps.join('')}(?:/.*)?$`)
}
