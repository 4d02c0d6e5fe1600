import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { gate, ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const SCRIPT = 'typescript/bin/tsc'

/** Code that the compiler must reject, with the error code. */
const BROKEN: [code: string, description: string, text: string][] = [
  ['TS2322', 'a value of another type', "export const price: number = 'a lot'"],
  ['TS7006', 'a parameter of no type', 'export const twice = (item) => [item, item]'],
  ['TS2532', 'an entry that may be missing', 'export const first = (all: string[]) => all[0].length'],
  ['TS18047', 'a value that may be null', 'export const size = (text: string | null) => text.length'],
  ['TS6133', 'a name that nothing uses', 'export function area(width: number, unused: number) { return width }'],
  ['TS1294', 'syntax that cannot be erased', 'export enum Size { Small, Large }'],
  [
    'TS1484',
    'a type imported as a value',
    "import { Stats } from './good.ts'\nexport const none: Stats | undefined = undefined",
  ],
  ['TS2835', 'an import without its ending', "export * from './good'"],
]

const CONFIG = JSON.stringify({
  extends: path.join(ROOT, 'tsconfig.base.json'),
  compilerOptions: { types: [], lib: ['ES2024'] },
  include: ['*.ts'],
})
const GOOD = 'export interface Stats { size: number }\nexport const none: Stats = { size: 0 }\n'

describe('the type gate', { concurrent: true }, () => {
  it('uses TypeScript 6.0, because the import gate does not work with 7', () => {
    const { version } = JSON.parse(
      readFileSync(path.join(ROOT, 'node_modules', 'typescript', 'package.json'), 'utf8'),
    ) as { version: string }
    expect(version).toMatch(/^6\.0\.\d+$/)
  })

  it('reports every error of the strict settings', async () => {
    const files = Object.fromEntries(BROKEN.map(([code, , text]) => [`${code.toLowerCase()}.ts`, text]))
    const folder = trial({ ...files, 'good.ts': GOOD, 'package.json': '{"type":"module"}', 'tsconfig.json': CONFIG })
    const { passed, output } = await gate(SCRIPT, ['-p', '.'], folder)
    expect(passed).toBe(false)
    const reported = output.match(/^[\w.]+(?=\()|TS\d+/gm)?.join(' ') ?? ''
    for (const [code] of BROKEN) expect(reported).toContain(`${code.toLowerCase()}.ts ${code}`)
    expect(reported).not.toContain('good.ts')
  })

  it('passes for valid code', async () => {
    const folder = trial({ 'good.ts': GOOD, 'package.json': '{"type":"module"}', 'tsconfig.json': CONFIG })
    expect(await gate(SCRIPT, ['-p', '.'], folder)).toEqual({ passed: true, output: '' })
  })

  it.each([
    ['shared', { 'shared/domain/': 10, 'shared/i18n/': 10 }],
    ['server', { 'server/modules/': 30, 'shared/domain/': 20, 'scripts/gates/': 4, 'vite.config.ts': 1 }],
    ['client', { 'client/areas/': 30, 'client/pages/': 5 }],
    ['bench', { 'bench/': 20, 'e2e/': 3, 'faults/': 15 }],
    ['scripts', { 'scripts/': 10, 'bench/': 1 }],
  ])('project %s contains at least these numbers of files: %j', (project, folders) => {
    const config = path.join(ROOT, project, 'tsconfig.json')
    const { config: text } = ts.readConfigFile(config, ts.sys.readFile)
    const { errors, fileNames } = ts.parseJsonConfigFileContent(text, ts.sys, path.dirname(config))
    expect(errors).toEqual([])
    const files = fileNames.map((file) => path.relative(ROOT, file).replaceAll('\\', '/'))
    for (const [folder, minimum] of Object.entries(folders)) {
      expect(files.filter((file) => file.startsWith(folder)).length).toBeGreaterThanOrEqual(minimum)
    }
  })
})
