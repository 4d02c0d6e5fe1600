import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gate, ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const SCRIPT = 'knip/bin/knip.js'

const PROJECT = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#shared/*': './shared/*', '#server/*': './server/*' },
    scripts: { start: 'node scripts/start.mjs', build: 'node scripts/build.mjs' },
    dependencies: { fastify: '*' },
    devDependencies: { vitest: '*' },
  }),
  'knip.jsonc': readFileSync(path.join(ROOT, 'knip.jsonc'), 'utf8'),
  'vitest.config.ts': "export default { test: { include: ['server/**/*.test.ts'] } }",
  'scripts/start.mjs': '',
  'scripts/build.mjs': '',
  'scripts/fonts/make.mjs': "import 'subset-font'",
  'server/main.ts': "import 'fastify'\nimport { price } from '#shared/domain/money.ts'\nprice()",
  'server/main.test.ts': "import 'vitest'\nimport './main.ts'",
  'shared/domain/money.ts':
    'export interface Money { minor: number }\nexport const price = (): Money => ({ minor: 0 })',
}

async function knip(files: Record<string, string>) {
  const folder = trial({ ...PROJECT, ...files })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  return gate(SCRIPT, ['--no-progress', '--no-config-hints'], folder)
}

describe('the gate for unused code', { concurrent: true }, () => {
  it('passes if everything is used', async () => {
    expect(await knip({})).toEqual({ passed: true, output: '' })
  })

  it.each([
    ['an export', { 'shared/domain/money.ts': `${PROJECT['shared/domain/money.ts']}\nexport const vat = 9` }, 'vat'],
    ['a type', { 'shared/domain/money.ts': `${PROJECT['shared/domain/money.ts']}\nexport type Vat = 9` }, 'Vat'],
    ['a file', { 'client/lib/orphan.ts': 'export const alone = 1' }, 'client/lib/orphan.ts'],
    ['a component', { 'client/ui/orphan.tsx': 'export const alone = 1' }, 'client/ui/orphan.tsx'],
    ['a script', { 'scripts/orphan.mjs': '' }, 'scripts/orphan.mjs'],
    ['a dependency', { 'server/main.ts': "import { price } from '#shared/domain/money.ts'\nprice()" }, 'fastify'],
    ['a dependency that is not in package.json', { 'server/main.test.ts': "import 'pg'\nimport './main.ts'" }, 'pg'],
  ])('reports %s if it is unused or undeclared', async (_, files, name) => {
    const { passed, output } = await knip(files)
    expect(passed).toBe(false)
    expect(output).toMatch(new RegExp(`^${name}\\b`, 'm'))
  })
})
