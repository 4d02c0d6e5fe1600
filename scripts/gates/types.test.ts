import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { gate, ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const SCRIPT = '../scripts/gates/types.mjs'

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

const PROJECTS = ['shared', 'server', 'client', 'client/worker', 'bench', 'scripts']

const slashed = (file: string) => file.replaceAll('\\', '/')

/** The files that a project names; those that they import are checked elsewhere. */
function filesOf(project: string): string[] {
  const config = path.join(ROOT, project, 'tsconfig.json')
  const { config: text } = ts.readConfigFile(config, ts.sys.readFile)
  const { errors, fileNames } = ts.parseJsonConfigFileContent(text, ts.sys, path.dirname(config))
  expect(errors).toEqual([])
  return fileNames.map((file) => slashed(path.relative(ROOT, file)))
}

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
    const { passed, output } = await gate(SCRIPT, ['.'], folder)
    expect(passed).toBe(false)
    const reported = output.match(/^[\w.]+(?=\()|TS\d+/gm)?.join(' ') ?? ''
    for (const [code] of BROKEN) expect(reported).toContain(`${code.toLowerCase()}.ts ${code}`)
    expect(reported).not.toContain('good.ts')
  })

  it('passes for valid code', async () => {
    const folder = trial({ 'good.ts': GOOD, 'package.json': '{"type":"module"}', 'tsconfig.json': CONFIG })
    expect(await gate(SCRIPT, ['.'], folder)).toEqual({ passed: true, output: '' })
  })

  it('reports an error in the project that names the file, in every run, and not where the file is imported', async () => {
    const folder = trial({
      'package.json': '{"type":"module"}',
      'below/tsconfig.json': CONFIG,
      'below/broken.ts': "export const size: number = 'a lot'",
      'above/tsconfig.json': CONFIG,
      'above/good.ts': "import { size } from '../below/broken.ts'\nexport const twice: number = 2 * size",
    })
    expect(await gate(SCRIPT, ['above'], folder)).toEqual({ passed: true, output: '' })
    for (let run = 0; run < 2; run++) {
      const { passed, output } = await gate(SCRIPT, ['above', 'below'], folder)
      expect(passed).toBe(false)
      expect(output).toMatch(/^below\/broken\.ts\(1,14\): error TS2322: [^\n]+\n$/)
    }
  })

  it.each([
    ['shared', { 'shared/domain/': 10, 'shared/i18n/': 10 }],
    ['server', { 'server/modules/': 30, 'shared/domain/': 20, 'scripts/gates/': 4, 'vite.config.ts': 1 }],
    ['client', { 'client/areas/': 30, 'client/pages/': 5 }],
    ['bench', { 'bench/': 20, 'e2e/': 3, 'faults/': 15 }],
    ['scripts', { 'scripts/': 10, 'bench/': 1 }],
  ])('project %s contains at least these numbers of files: %j', (project, folders) => {
    const files = filesOf(project)
    for (const [folder, minimum] of Object.entries(folders)) {
      expect(files.filter((file) => file.startsWith(folder)).length).toBeGreaterThanOrEqual(minimum)
    }
  })
  it('checks each file in a project', () => {
    const gates = readFileSync(path.join(ROOT, 'scripts', 'check.mjs'), 'utf8')
    for (const project of PROJECTS) expect(gates).toMatch(new RegExp(`^  types\\(.*'${project}'`, 'm'))
    const checked = new Set(PROJECTS.flatMap(filesOf))
    const all = globSync('{{shared,server,client,e2e,bench,faults,scripts}/**/,}*.{ts,tsx,mjs}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    })
    expect(all.length).toBeGreaterThan(1000)
    expect(all.map(slashed).filter((file) => !checked.has(file))).toEqual([])
  })
})
