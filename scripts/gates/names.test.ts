import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './trial.ts'

/** Names that two files may export, each with the reason. */
const ALLOWED = new Map([['loadFirstData', 'each page for users has one, which client/app/app.tsx calls']])

const PRODUCT = ['shared', 'server', 'client']
const TESTS = ['faults', 'server/testing', 'e2e', 'bench']

describe.each([
  ['the product', PRODUCT, TESTS, 400, 800],
  ['the tests and benchmarks', TESTS, [], 50, 150],
])('in %s', (_, folders, excluded, minFiles, minNames) => {
  const files = folders.flatMap((folder) => modulesBelow(folder)).filter((file) => !isBelow(file, excluded))
  const exported = exportsOf(new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')])))

  it('each name is exported by one file', () => {
    const allowed = [...ALLOWED.keys()]
    expect(duplicates(exported).filter((duplicate) => !allowed.includes(duplicate.split(':')[0] ?? ''))).toEqual([])
  })

  it('every folder is read', () => {
    for (const folder of folders) expect(files.filter((file) => isBelow(file, [folder])).length).toBeGreaterThan(5)
    expect(files.length).toBeGreaterThan(minFiles)
    expect(exported.size).toBeGreaterThan(minNames)
  })
})

/** Looks of more than 100 characters: what stands in one place only, mostly a place's own steps of width. */
const LONG_LOOKS = 25

it('a look of more than 100 characters is a part of client/ui or has a name in client/app/utilities.css', () => {
  const files = modulesBelow('client').filter((file) => !isBelow(file, ['client/ui']))
  const long = files.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(["'])([^"'\n]{101,})\1/g)]
      .filter(
        ([, , look = '']) => /(?:^| )(?:flex|grid|px-|rounded-|absolute|w-)/.test(look) && !/[.!?] [A-Z]/.test(look),
      )
      .map(([, , look]) => `${file}: ${look}`),
  )
  expect(long.slice(LONG_LOOKS), long.join('\n')).toEqual([])
})

describe('finding duplicate exports', () => {
  it.each([
    ['export const endTable = 1', 'export function endTable() {}'],
    ['export async function endTable() {}', 'export type endTable = string'],
    ['export interface endTable {}', 'export class endTable {}'],
    ['export default function endTable() {}', 'export abstract class endTable {}'],
    ['export function* endTable() {}', 'export const endTable = 1'],
  ])('reports %j and %j', (one, other) => {
    expect(duplicates(exportsOf(new Map(Object.entries({ 'one.ts': one, 'other.ts': other }))))).toEqual([
      'endTable: one.ts other.ts',
    ])
  })

  it.each([
    ['export const endTable = 1', 'export const endTables = 1'],
    ['export const endTable = 1\nexport type endTable = 1', ''],
    ['export const endTable = 1', 'const endTable = 1'],
    ['export const endTable = 1', "export { endTable } from './one.ts'"],
    ['export function Menu() {}', "export const Menu = lazy(() => import('./one.ts'))"],
    ['export function Menu() {}', "export const Menu = lazyPart(() => import('./one.ts'))"],
    ['export const endTable = 1', "import { endTable } from './one.ts'\nexport { endTable }"],
  ])('allows %j and %j', (one, other) => {
    expect(duplicates(exportsOf(new Map(Object.entries({ 'one.ts': one, 'other.ts': other }))))).toEqual([])
  })
})

/** Returns the files that declare and export each name. Re-exports and lazy components do not count. */
function exportsOf(texts: Map<string, string>): Map<string, Set<string>> {
  const declared =
    /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)(?! = (?:lazy|lazyPart)\()\b/gm
  const exported = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    for (const [, name = ''] of text.matchAll(declared)) {
      exported.set(name, (exported.get(name) ?? new Set()).add(file))
    }
  }
  return exported
}

function duplicates(exported: Map<string, Set<string>>): string[] {
  return [...exported].flatMap(([name, files]) => (files.size > 1 ? `${name}: ${[...files].join(' ')}` : []))
}

/** Returns the modules below a folder, without tests, fixtures and dictionaries (which all export the same names). */
function modulesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => /(?<!\.(test|fixture|d))\.tsx?$/.test(name) && !isBelow(name, ['shared/i18n']))
}

function isBelow(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`))
}
