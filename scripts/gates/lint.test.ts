import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gate, ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const SCRIPT = '@biomejs/biome/bin/biome'
const ARGS = ['ci', '--error-on-warnings', '--max-diagnostics=none', '--colors=off', '.']

/** Code that the linter must reject, with the name of the rule. */
const BROKEN: [rule: string, text: string][] = [
  ['lint/nursery/noFloatingPromises', 'async function save() {}\nexport function leave() {\n  save()\n}\n'],
  [
    'lint/nursery/noMisusedPromises',
    "async function isOpen() {\n  return false\n}\nexport function enter() {\n  return isOpen() ? 'in' : 'out'\n}\n",
  ],
  ['lint/suspicious/noConsole', "console.log('here')\n"],
  ['lint/suspicious/noExplicitAny', 'export const whatever: any = 1\n'],
  ['lint/style/noNonNullAssertion', 'export const first = (all: string[]) => all[0]!\n'],
  ['lint/style/useImportType', "import { Stats } from './good.ts'\n\nexport const none: Stats[] = []\n"],
  ['format', 'export const a = "double";\n'],
  [
    'assist/source/organizeImports',
    "import './good.ts'\nimport { join } from 'node:path'\nimport { EOL } from 'node:os'\n\nexport const end = join(EOL)\n",
  ],
]

const PROJECT = {
  'biome.json': readFileSync(path.join(ROOT, 'biome.json'), 'utf8'),
  '.gitignore': readFileSync(path.join(ROOT, '.gitignore'), 'utf8'),
  'good.ts': 'export interface Stats {\n  size: number\n}\n',
}

describe('the lint gate', { concurrent: true }, () => {
  it.each(BROKEN)('reports %s', async (rule, text) => {
    const { passed, output } = await gate(SCRIPT, ARGS, trial({ ...PROJECT, 'broken.ts': text }))
    expect(passed).toBe(false)
    expect(output).toMatch(new RegExp(`^broken\\.ts(:\\d+:\\d+)? ${rule}\\b`, 'm'))
  })

  it.each([
    ['routes.ts', './repo.ts', 'writeSettings'],
    ['live.ts', './summary-repo.ts', 'addToSummary'],
    ['area.ts', './repo.ts', 'removeExpired'],
    ['routes.ts', './repo.ts', 'readjust'],
  ])('reports that %s imports from %s the writing function %s', async (file, from, name) => {
    const path = `server/modules/orders/${file}`
    const text = `import { ${name} } from '${from}'\n\nexport const use = ${name}\n`
    const { passed, output } = await gate(SCRIPT, ARGS, trial({ ...PROJECT, [path]: text }))
    expect(passed).toBe(false)
    expect(output).toMatch(/^server\/modules\/orders\/\w+\.ts(:\d+:\d+)? lint\/style\/noRestrictedImports\b/m)
  })

  it.each([
    ['routes.ts', "import { readSummary } from './summary-repo.ts'\n\nexport const use = readSummary\n"],
    ['routes.ts', "import type { OrderRow } from './repo.ts'\n\nexport const use: OrderRow[] = []\n"],
    ['change.ts', "import { updateOrder } from './repo.ts'\n\nexport const use = updateOrder\n"],
  ])(
    'allows %s to import reading functions, types, and in a service also writing functions: %s',
    async (file, text) => {
      const { output } = await gate(SCRIPT, ARGS, trial({ ...PROJECT, [`server/modules/orders/${file}`]: text }))
      expect(output).not.toContain('noRestrictedImports')
    },
  )

  it('passes for valid code', async () => {
    const { passed, output } = await gate(SCRIPT, ARGS, trial(PROJECT))
    expect(output).toContain('Checked 2 files')
    expect(passed).toBe(true)
  })

  it('checks the whole project', async () => {
    const { output } = await gate(SCRIPT, ['format', '--colors=off', '.'])
    expect(Number(/Checked (\d+) files/.exec(output)?.[1])).toBeGreaterThan(250)
  })
})
