import { expect, type Locator, type Page } from '@playwright/test'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, type Language, nameIn } from '#shared/domain/language.ts'
import type { TextKey, TFunction } from '#shared/i18n/translate.ts'
import type { Restaurant } from '../support/fixtures.ts'
import { faultsOfSight, type Kind, sight } from './in-sight.ts'
import type { Samples } from './samples.ts'

/*
 * How the lists of the specification's parts are written: the states of a screen in order, and the parts of each, in
 * words of the specification and as something that `is` recognised.
 */

/** Somebody with the specification in hand, in front of one screen. */
export interface Reader {
  page: Page
  t: TFunction
  language: Language
  width: number
  restaurant: Restaurant
  samples: Samples
  /** The number of a table that no other reader uses. */
  number: number
  /** Where the parts of the state are looked for. */
  scope: Locator
  /** The name of a dish in the reader's language. */
  nameOf: (dish: MenuItem) => string
}

/** How a part is recognised. @returns what is wrong with it */
export type Recognition = (reader: Reader) => Promise<string[]>
/** The specification's words, and how what they name is recognised. */
type NamedPart = readonly [part: string, ...recognitions: Recognition[]]

export interface State {
  state: string
  /** Brings the reader there, and returns where the parts are. */
  reach: (reader: Reader) => Promise<Locator>
  parts: readonly NamedPart[]
}

/** A text of the dictionaries, or what depends on the reader. */
export type Words = TextKey | RegExp | ((reader: Reader) => string | RegExp)
type Find = (reader: Reader) => Locator

const wordsFor = (reader: Reader, words: Words) =>
  typeof words === 'string' ? reader.t(words) : words instanceof RegExp ? words : words(reader)

interface Found {
  kind?: Kind
  /** Without scrolling. */
  atOnce?: boolean
}

/** Something in sight that is found by structure: words, unless it says otherwise. */
const seen =
  (find: Find, { kind = 'words', atOnce = false }: Found = {}): Recognition =>
  (reader) =>
    find(reader).evaluateAll(faultsOfSight, sight(kind, !atOnce))

/** Something to press. */
const control = (find: Find, found: Found = {}): Recognition => seen(find, { kind: 'control', ...found })

const at = (selector: string): Recognition => seen(({ scope }) => scope.locator(selector))

type Role = 'button' | 'link' | 'tab' | 'radio' | 'checkbox' | 'combobox' | 'textbox' | 'switch'
const withRole =
  (role: Role) =>
  (words: Words, found: Found = {}): Recognition =>
    control((reader) => reader.scope.getByRole(role, { name: wordsFor(reader, words), exact: true }), found)

const button = withRole('button')
const link = withRole('link')
const tab = withRole('tab')
const radio = withRole('radio')
const checkbox = withRole('checkbox')
const dropdown = withRole('combobox')
const switchOf = withRole('switch')

/** A field, by the beginning of its label: "(optional)" may follow. */
const field = (words: Words): Recognition =>
  control((reader) => {
    const label = wordsFor(reader, words)
    return reader.scope.getByLabel(label instanceof RegExp ? label : startOf(label))
  })

const heading = (words: Words): Recognition =>
  seen((reader) => reader.scope.getByRole('heading', { name: wordsFor(reader, words), exact: true }))

const text = (words: Words, found: Found = {}): Recognition =>
  seen((reader) => reader.scope.getByText(wordsFor(reader, words), { exact: true }), found)

const picture = (selector: string, found: Found = {}): Recognition =>
  seen(({ scope }) => scope.locator(selector), { kind: 'picture', ...found })

const all =
  (...recognitions: Recognition[]): Recognition =>
  async (reader) => {
    const faults: string[] = []
    for (const [i, recognition] of recognitions.entries())
      for (const fault of await recognition(reader))
        faults.push(recognitions.length > 1 ? `${i + 1} of ${recognitions.length} ${fault}` : fault)
    return faults
  }

const each = <Entry>(entries: readonly Entry[], recognise: (entry: Entry) => Recognition): Recognition =>
  all(...entries.map(recognise))

/** All tabs of these names; they may have counts behind them. */
const tabs = (group: string, ...names: string[]): Recognition =>
  each(names, (name) => tab(({ t }) => startOf(t(`${group}.${name}` as TextKey))))

const fields = (group: string, ...names: string[]): Recognition =>
  each(names, (name) => field(`${group}.${name}` as TextKey))

/** Only at widths from here on. */
const from =
  (width: number, recognition: Recognition): Recognition =>
  async (reader) =>
    reader.width >= width ? recognition(reader) : []

const below =
  (width: number, recognition: Recognition): Recognition =>
  async (reader) =>
    reader.width < width ? recognition(reader) : []

/** A part that only others see. */
const missing =
  (recognition: Recognition): Recognition =>
  async (reader) =>
    (await recognition(reader)).length > 0 ? [] : ['is there']

/** Inside what is found. */
const inside =
  (find: Find, ...recognitions: Recognition[]): Recognition =>
  (reader) =>
    all(...recognitions)({ ...reader, scope: find(reader) })

/** A statement about the screen that holds or does not. */
const so =
  (statement: (reader: Reader) => Promise<boolean>, otherwise = 'is not so'): Recognition =>
  async (reader) =>
    (await statement(reader).catch(() => false)) ? [] : [otherwise]

/** One after the other, in lines or below each other. */
const inOrder = (...finds: Find[]): Recognition =>
  so(async (reader) => {
    const boxes = await Promise.all(finds.map((find) => find(reader).first().boundingBox({ timeout: 1_000 })))
    return boxes.every((box, i) => {
      const before = boxes[i - 1]
      return box && (!before || box.y >= before.y + before.height - 4 || box.x >= before.x + before.width - 4)
    })
  }, 'is in another order')

/** The ways to recognise a part. */
export const is = {
  ...{ seen, control, picture, text, heading, at, field, fields, button, link, tab, tabs, radio, checkbox, dropdown },
  ...{ switch: switchOf, all, each, inside, from, below, missing, inOrder, so },
}

export const startOf = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** The dialog that opened last. */
export const dialog = ({ page }: Pick<Reader, 'page'>): Locator =>
  page.locator('[role=dialog], [role=alertdialog]').last()

/** Closes the dialog that opened last. */
export async function close({ page, t }: Reader): Promise<void> {
  // Those below it are hidden from screen readers.
  const open = page.locator('[role=dialog]')
  const last = open.nth((await open.count()) - 1)
  await last.getByRole('button', { name: t('common.close'), exact: true }).click()
  await last.waitFor({ state: 'hidden' })
}

/** The category of the dish with all tags. */
export const categoryOf = ({ language, samples }: Reader): string => categoryIn(language, samples.tagged)

/** Waits until it is there. */
export async function shown(locator: Locator): Promise<Locator> {
  await locator.waitFor()
  return locator
}

/** Reads states one after the other: each of their parts, in order. */
export async function read(states: readonly State[], reader: Omit<Reader, 'scope' | 'nameOf'>): Promise<void> {
  const { page, language } = reader
  const known: Reader = { ...reader, scope: page.locator('body'), nameOf: (dish) => nameIn(language, dish) }
  // After the first fault the test has failed, so no other is waited for.
  let timeout = 30_000
  for (const { state, reach, parts } of states) {
    page.setDefaultTimeout(timeout)
    let unread = parts
    let faults: string[] = []
    try {
      const scope = await reach(known)
      const deadline = Date.now() + timeout
      do {
        ;({ unread, faults } = await look(unread, { ...known, scope }))
      } while (faults.length > 0 && Date.now() < deadline)
    } catch (error) {
      faults = [`is not reached: ${(error as Error).message}`]
    }
    expect.soft(faults, state).toEqual([])
    if (faults.length > 0) timeout = 1_500
  }
}

/** Looks for each part. @returns those that are not in sight, and what is wrong with them */
async function look(parts: readonly NamedPart[], reader: Reader): Promise<{ unread: NamedPart[]; faults: string[] }> {
  const unread: NamedPart[] = []
  const faults: string[] = []
  for (const part of parts) {
    const [words, ...recognitions] = part
    const found = await all(...recognitions)(reader)
    if (found.length > 0) unread.push(part)
    for (const fault of found) faults.push(`${words}: ${fault}`)
  }
  return { unread, faults }
}
