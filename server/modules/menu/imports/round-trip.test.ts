import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, guardCell, unguardCell } from '#server/platform/csv.ts'
import { importedDish, planImport } from '#server/testing/plan-import.ts'
import { OPTIONAL_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { mapValues } from '#shared/domain/objects.ts'
import { cleanText, oneLine, visibleLength } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../categories.ts'
import { writeCsv } from './csv.ts'
import type { ImportedDish } from './rows.ts'

const ODD = [...'\'"=+-@\t\r\n,;| \uFEFF\u00A0ășțĂ', 'a', '0', '😀', '＝', '\r\n', 'é'.normalize('NFD')]
const anyText = fc.oneof(fc.string({ unit: fc.constantFrom(...ODD), maxLength: 12 }), fc.string({ unit: 'grapheme' }))
/** Text as it is stored after validation. */
const storedText = anyText.map((text) =>
  cleanText(text, 200)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, ''),
)
const storedName = storedText.map(oneLine)
const tag = storedText
  .map((text) =>
    oneLine(text.replace(/[|\p{Surrogate}]/gu, ''))
      .slice(0, 9)
      .trim(),
  )
  .filter((text) => text.isWellFormed() && visibleLength(text) > 0)
const amount = fc
  .oneof(fc.integer({ min: 0, max: 100_000 }), fc.double({ min: 0, max: 100_000, noNaN: true }))
  .map(Math.abs)
const anyDish = (text: fc.Arbitrary<string>, tags: fc.Arbitrary<string[]>, names = text): fc.Arbitrary<ImportedDish> =>
  fc.record({
    ...mapValues(OPTIONAL_TEXTS, () => text),
    name: names.map((name) => (visibleLength(name) > 0 ? name : 'x')),
    nameRo: names,
    nameIsFallback: fc.constant(false),
    price: fc.oneof(fc.nat(2000), fc.nat(MAX_PRICE)),
    category: names.map((name) => (visibleLength(name) > 0 ? name : 'x')),
    categoryRo: fc.constant(''),
    imageUrl: fc.constantFrom('', 'https://example.com/a,b;c.jpg'),
    tags,
    isActive: fc.boolean(),
    allergens: text.map((words) => words || null),
    allergenCodes: fc.subarray([...ALLERGEN_CODES]),
    allergensChecked: fc.boolean(),
    optionGroups: fc.constant([]),
    optionGroupIds: fc.constant([]),
    nutritionalValues: fc.option(
      fc.record({
        calories: amount,
        protein: amount,
        carbs: amount,
        fat: amount,
        fiber: amount,
        saturates: fc.option(amount),
        sugars: fc.option(amount),
        salt: fc.option(amount),
      }),
    ),
  })

describe('exporting and then importing', () => {
  it('changes nothing and asks nothing, for any content of the cells', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDish(anyText, fc.array(anyText)), { maxLength: 8 }), async (menu) => {
        const dishes = menu.map((input, i) => ({ ...input, id: i + 1 }))
        const { outcome, errors, asksPrices } = await planImport(await writeCsv(dishes), { dishes, ids: undefined })
        expect(errors).toEqual([])
        expect(outcome).toMatchObject({ added: 0, changed: [], left: dishes.length, newCategories: [] })
        expect(asksPrices).toBe(false)
      }),
    )
  })

  it('adds the same dishes to an empty menu of another restaurant', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDish(storedText, fc.array(tag, { maxLength: 3 }), storedName), { maxLength: 8 }),
        async (menu) => {
          const csv = await writeCsv(menu.map((input, i) => ({ ...input, id: i + 1 })))
          const { errors, newDishes } = await planImport(csv, { dishes: [], takesUnknownIds: true })
          expect(errors).toEqual([])
          // Categories that differ only in case and diacritics become the first of them.
          const { find, add } = categoryFinder<CategoryNames>([])
          for (const { category } of menu) if (!find(category)) add({ name: category, nameRo: '' })
          expect(newDishes).toEqual(menu.map((input) => ({ ...input, category: find(input.category)?.name })))
        },
      ),
    )
  })

  it('escapes every cell that a spreadsheet would execute, and unescapes exactly these cells', () => {
    fc.assert(
      fc.property(anyText, (cell) => {
        expect(unguardCell(guardCell(cell))).toBe(cell)
      }),
    )
    for (const cell of ['=1+1', '+1', '-1', '@a', '\ta', '\ra', "'a", '＝1']) expect(guardCell(cell)).toBe(`'${cell}`)
    expect([guardCell('1-1'), unguardCell("'n Deal"), unguardCell("'")]).toEqual(['1-1', "'n Deal", "'"])
  })

  it('never produces a formula, whichever delimiter a program assumes', () => {
    const starts = (text: string, separator: string) => text.slice(1).split(new RegExp(`[${separator}\r\n]`))
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), fc.constantFrom(',', ';'), (cells, delimiter) => {
        for (const separator of [',', ';', '\t'])
          for (const start of starts(csvText([cells], delimiter), separator))
            expect(start).not.toMatch(/^"*[=+\-@＝＋－＠]/)
      }),
    )
    for (const sign of [';', ',', '\t', '\n']) expect(guardCell(`x${sign}=cmd|'/c calc'!A1`)).toContain(`${sign}'=cmd`)
    expect(guardCell('Soup, 1-2; "best"')).toBe('Soup, 1-2; "best"')
  })

  it('writes UTF-8 with a byte order mark, CRLF and the documented columns', async () => {
    expect(CSV_COLUMNS.join(' ')).toBe(
      'id name nameRo description descriptionRo price category categoryRo imageUrl tags isActive allergens allergenCodes ' +
        'calories protein carbs fat fiber ingredients ingredientsRo saturates sugars salt ' +
        'allergensChecked optionGroups',
    )
    const csv = await writeCsv([{ ...importedDish({ name: '=1', tags: ['a', 'b'] }), id: 3 }])
    const cells = "3,'=1,Fel,,,2850,Mains,Feluri,,a|b,true".split(',')
    const row = CSV_COLUMNS.map((column, i) => (column === 'allergensChecked' ? 'false' : (cells[i] ?? ''))).join(',')
    expect(csv).toBe(`\uFEFF${CSV_COLUMNS.join(',')}\r\n${row}\r\n`)
  })
})
