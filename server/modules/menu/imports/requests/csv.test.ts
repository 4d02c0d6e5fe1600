import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from '#server/platform/csv.ts'
import { guardCell, unguardCell } from '#server/platform/formulas.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { OPTIONAL_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { mapValues } from '#shared/domain/objects.ts'
import { cleanText, visibleLength } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../../categories/find-category.ts'
import { savedDishes } from '../fixtures/dishes.ts'
import { planChange } from '../plan.ts'
import { csvTemplateText } from '../template.ts'
import type { ImportedDish, StoredDish } from './cells.ts'
import { readCsv, writeCsv } from './csv.ts'
import { type CsvOptions, parseCsv } from './csv-requests.ts'

const soup: StoredDish = { ...dish({ name: 'Bean soup', category: 'Soups', categoryRo: 'Supe' }), id: 7 }

/** Plans the changes of a menu of one soup by a file. */
function planImport(
  csv: string | Uint8Array,
  {
    dishes = [soup],
    takesUnknownIds = false,
    prices,
    currency = 'lei',
    columns = {},
  }: { dishes?: StoredDish[] } & Partial<CsvOptions> = {},
) {
  const options = { takesUnknownIds, prices, currency, columns }
  const { requests, errors, unknownHeadings, question } = parseCsv(Buffer.from(csv), dishes, options)
  const names = new Map(dishes.map(({ category, categoryRo }) => [category, categoryRo]))
  const categories = [...names].map(([name, nameRo], i) => ({ id: i + 1, name, nameRo }))
  const plan = planChange({ dishes, categories }, requests)
  return { ...plan, errors: [...errors, ...plan.errors], unknownHeadings, question }
}
const errorsOf = (csv: string | Uint8Array) =>
  planImport(csv)
    .errors.map(({ line, column, messageKey }) => [line, column, messageKey].filter(Boolean).join(' '))
    .sort()
const changesOf = (csv: string | Uint8Array) =>
  planImport(csv).outcome.changed.flatMap(({ changes }) => changes.map((change) => `${change.column} ${change.new}`))

function dish(more: Partial<ImportedDish>): ImportedDish {
  const names = { name: 'Dish', nameRo: 'Fel', category: 'Mains', categoryRo: 'Feluri' }
  return { ...dishInputSchema.parse({ ...names, price: 2850 }), nameIsFallback: false, ...more }
}

const ODD = [...'\'"=+-@\t\r\n,;| \uFEFF\u00A0ășțĂ', 'a', '0', '😀', '＝', '\r\n', 'é'.normalize('NFD')]
const anyText = fc.oneof(fc.string({ unit: fc.constantFrom(...ODD), maxLength: 12 }), fc.string({ unit: 'grapheme' }))
/** Text as it is stored after validation. */
const storedText = anyText.map((text) => cleanText(text, 200).replace(/[^\P{Cc}\t\n\r]/gu, ''))
const tag = storedText
  .map((text) =>
    text
      .replace(/[|\p{Surrogate}]/gu, '')
      .slice(0, 9)
      .trim(),
  )
  .filter((text) => text.isWellFormed() && visibleLength(text) > 0)
const amount = fc
  .oneof(fc.integer({ min: 0, max: 100_000 }), fc.double({ min: 0, max: 100_000, noNaN: true }))
  .map(Math.abs)
const anyDish = (text: fc.Arbitrary<string>, tags: fc.Arbitrary<string[]>): fc.Arbitrary<ImportedDish> =>
  fc.record({
    ...mapValues(OPTIONAL_TEXTS, () => text),
    name: text.map((name) => (visibleLength(name) > 0 ? name : 'x')),
    nameRo: text,
    nameIsFallback: fc.constant(false),
    price: fc.integer({ min: 0, max: MAX_PRICE }),
    category: text.map((name) => (visibleLength(name) > 0 ? name : 'x')),
    categoryRo: fc.constant(''),
    imageUrl: fc.constantFrom('', 'https://example.com/a,b;c.jpg'),
    tags,
    isActive: fc.boolean(),
    allergens: text.map((words) => words || null),
    allergenCodes: fc.subarray([...ALLERGEN_CODES]),
    allergensChecked: fc.boolean(),
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
  it('changes nothing, for any content of the cells', () => {
    fc.assert(
      fc.property(fc.array(anyDish(anyText, fc.array(anyText)), { maxLength: 8 }), (menu) => {
        const dishes = menu.map((input, i) => ({ ...input, id: i + 1 }))
        const { outcome, errors } = planImport(writeCsv(dishes), { dishes })
        expect(errors).toEqual([])
        expect(outcome).toEqual({
          ...{ added: 0, additions: [], changed: [], cleared: 0, left: dishes.length },
          ...{ newCategories: [], oddPrices: [], adultsOnly: [] },
        })
      }),
    )
  })

  it('adds the same dishes to an empty menu of another restaurant', () => {
    fc.assert(
      fc.property(fc.array(anyDish(storedText, fc.array(tag, { maxLength: 3 })), { maxLength: 8 }), (menu) => {
        const csv = writeCsv(menu.map((input, i) => ({ ...input, id: i + 1 })))
        const { errors, newDishes } = planImport(csv, { dishes: [], takesUnknownIds: true })
        expect(errors).toEqual([])
        // Of categories that differ only in case and diacritics, the first takes the dishes of all.
        const { find, add } = categoryFinder<CategoryNames>([])
        for (const { category } of menu) if (!find(category)) add({ name: category, nameRo: '' })
        expect(newDishes).toEqual(menu.map((input) => ({ ...input, category: find(input.category)?.name })))
      }),
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

  it('writes UTF-8 with a byte order mark, CRLF and the documented columns', () => {
    expect(CSV_COLUMNS.join(' ')).toBe(
      'id name nameRo description descriptionRo price category categoryRo imageUrl tags isActive allergens allergenCodes ' +
        'calories protein carbs fat fiber ingredients ingredientsRo saturates sugars salt ' +
        'allergensChecked',
    )
    const csv = writeCsv([{ ...dish({ name: '=1', tags: ['a', 'b'] }), id: 3 }])
    const cells = "3,'=1,Fel,,,2850,Mains,Feluri,,a|b,true".split(',')
    const row = CSV_COLUMNS.map((column, i) => (column === 'allergensChecked' ? 'false' : (cells[i] ?? ''))).join(',')
    expect(csv).toBe(`\uFEFF${CSV_COLUMNS.join(',')}\r\n${row}\r\n`)
  })
})

it('imports the template as new dishes in both languages', () => {
  const { outcome, errors, newDishes } = planImport(csvTemplateText())
  expect(errors).toEqual([])
  expect(outcome.additions.map(({ line, name, price }) => [line, name, price])).toEqual([
    [2, 'Tripe soup', 2850],
    [3, 'Grilled vegetables', 2400],
    [4, 'Lemonade', 1700],
  ])
  expect(newDishes.every(({ nameRo, categoryRo }) => nameRo && categoryRo)).toBe(true)
})

describe('importing a file that a spreadsheet saved', () => {
  const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.csv`, import.meta.url))

  it.each([
    'ro-semicolons-utf8',
    'ro-semicolons-utf16',
    'ro-semicolons-windows-1250',
    'ro-tabs-all-quoted',
    'en-commas-utf8',
    'en-commas-utf16-all-quoted',
  ])('reads %s', (name) => {
    const { errors, newDishes } = planImport(fixture(name))
    expect(errors).toEqual([])
    expect(newDishes).toEqual(savedDishes)
  })

  it('reports letters that Windows-1250 lacks in new dishes, and keeps them in existing ones', () => {
    const bytes = fixture('ro-semicolons-windows-1250-letters-lost')
    expect(errorsOf(bytes)).toEqual([
      '2 descriptionRo menuCsv.lostLetters',
      '2 ingredientsRo menuCsv.lostLetters',
      '5 name menuCsv.lostLetters',
      '5 nameRo menuCsv.lostLetters',
    ])
    const dishes = savedDishes.map((saved, i) => ({ ...saved, id: i + 1 }))
    const withIds = Buffer.from(
      bytes
        .toString('latin1')
        .replace(/^;Ciorb/m, '1;Ciorb')
        .replace(/^;'=2/m, "2;'=2"),
      'latin1',
    )
    const { errors, outcome } = planImport(withIds, { dishes })
    expect([errors, outcome.changed, outcome.left]).toEqual([[], [], 2])
  })
})

describe('accepted file formats', () => {
  const file = 'id,name,price\r\n7,Țelină,30\r\n'
  const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  it.each<[string, string | Uint8Array]>([
    ['UTF-8', file],
    ['UTF-8 with a mark', `\uFEFF${file}`],
    ['UTF-16 LE', Buffer.from(`\uFEFF${file}`, 'utf16le')],
    ['UTF-16 LE without a mark', Buffer.from(file, 'utf16le')],
    ['UTF-16 BE', swapped(file)],
    ['UTF-16 BE without a mark', swapped(file).subarray(2)],
    ['Windows-1250', Buffer.from(file.replace('Țelină', '\u00DEelin\u00E3'), 'latin1')],
    ['LF', file.replaceAll('\r', '')],
    ['CR', file.replaceAll('\n', '')],
    ['line ends of all kinds', 'id,name,price\n\r\n,,\r7,Țelină,30'],
    ['semicolons', file.replaceAll(',', ';')],
    ['tabs', file.replaceAll(',', '\t')],
    ['every cell quoted', file.replace(/[^,\r\n]+/g, '"$&"')],
    ['names in another case, with spaces', file.replace('id,name,price', ' ID , Name,PRICE ')],
    ['cedillas', file.replace('Ț', 'Ţ')],
    ['empty rows and cells at the end', '\nid,name,price,,\n\n7,Țelină,30,,\n,,,,\n'],
    ['other columns first', 'price,name,id\n30,Țelină,7'],
  ])('include %s', (_, csv) => {
    expect(errorsOf(csv)).toEqual([])
    expect(changesOf(csv)).toEqual([expect.stringMatching(/^name Țelin[ăă]$/), 'price 30'])
  })

  it('reports the cell with an invalid byte in a file marked as UTF-8', () => {
    const damaged = Buffer.concat([Buffer.from('\uFEFFid,name,nameRo\n7,So'), Buffer.of(0xc4), Buffer.from('up,Supă')])
    expect(errorsOf(damaged)).toEqual(['2 name validation.unprintable'])
  })

  it('counts the lines of the file, even if cells contain line breaks', () => {
    const csv = 'name,price,category\r\n"a\nb\r\nc",x,d\r\n\r\ne,y,f\r"g\rh",1,""\n'
    expect(readCsv(csv).rows.map(({ line }) => line)).toEqual([2, 6, 7])
    expect(errorsOf(csv)).toEqual(['2 price menuCsv.price', '6 price menuCsv.price', '7 category validation.required'])
  })
})

describe('parsing cells', () => {
  it.each<[CsvColumn, string, string | undefined]>([
    ['price', ' 2900 ', '2900'],
    ['price', '29,00', '2900'],
    ['price', '29.5', '2950'],
    ['price', '1.250,00', '125000'],
    ['price', '2.900', '2900'],
    ['price', '1\u202F250\u00A0000', '1250000'],
    ['isActive', 'FALS', 'false'],
    ['isActive', 'nu', 'false'],
    ['isActive', '0', 'false'],
    ['isActive', 'No', 'false'],
    ['isActive', 'FALSE', 'false'],
    ['isActive', 'ADEVĂRAT', undefined],
    ['isActive', 'da', undefined],
    ['isActive', '', undefined],
    ['tags', ' a | |b ', 'a|b'],
    ['allergenCodes', 'Milk|EGGS', 'milk|eggs'],
    ['description', "'=1", '=1'],
    ['description', 'ş ţ', 'ș ț'],
    ['nameRo', '', ''],
    ['categoryRo', 'Ciorbe', 'Ciorbe'],
  ])('parses in the column %s the cell %j', (column, cell, expected) => {
    expect(changesOf(`id;${column}\n7;"${cell}"`)).toEqual(expected === undefined ? [] : [`${column} ${expected}`])
  })

  it('clears the value of an empty cell and keeps the value of a missing column', () => {
    const known = { ...soup, description: 'Old', tags: ['a'], nutritionalValues: NUTRITION }
    const { outcome } = planImport('id,description,tags\n7,,\n', { dishes: [known] })
    expect(outcome.changed).toEqual([
      {
        id: 7,
        name: 'Bean soup',
        changes: [
          { column: 'description', old: 'Old', new: '' },
          { column: 'tags', old: 'a', new: '' },
        ],
      },
    ])
    expect(outcome.cleared).toBe(2)
  })

  const NUTRITION = { calories: 10, protein: 1.5, carbs: 2, fat: 3, fiber: 4, saturates: null, sugars: 0, salt: null }
  it.each([
    ['calories\n7;12,5', { ...NUTRITION, calories: 12.5 }],
    ['calories;salt\n7;;0.1', { ...NUTRITION, calories: 0, salt: 0.1 }],
    ['sugars\n7;', { ...NUTRITION, sugars: null }],
    ['calories;protein;carbs;fat;fiber;sugars\n7;;;;;;', null],
  ])('merges the nutrients of %j into those of the dish', (columns, expected) => {
    const { changedDishes, errors } = planImport(`id;${columns}`, {
      dishes: [{ ...soup, nutritionalValues: NUTRITION }],
    })
    expect(errors).toEqual([])
    expect(changedDishes.map(({ nutritionalValues }) => nutritionalValues)).toEqual([expected])
  })

  it('treats missing nutrients of a dish without nutrition as the form does', () => {
    const { changedDishes } = planImport('id,calories\n7,100\n')
    const none = { protein: 0, carbs: 0, fat: 0, fiber: 0, saturates: null, sugars: null, salt: null }
    expect(changedDishes[0]?.nutritionalValues).toEqual({ ...none, calories: 100 })
  })
})

describe('bad rows', () => {
  it.each<[string, string[]]>([
    ['', ['1 menuCsv.noHeader']],
    ['a\n1', ['1 menuCsv.noHeader']],
    ['Ciorbă,28.50,Ciorbe\nBorș,25,Ciorbe', ['1 menuCsv.noHeader']],
    ['PK\u0003\u0004,b,c', ['1 menuCsv.noHeader']],
    ['id,name,Name\n7,a,b', ['1 name menuCsv.columnTwice name, Name']],
    [
      'Nume;Denumire;Preț;Pret;Categorie',
      ['1 nameRo menuCsv.columnTwice Nume, Denumire', '1 price menuCsv.columnTwice Preț, Pret'],
    ],
    ['name,price\nSoup,1', ['1 category menuCsv.neededColumn']],
    ['id,name\n7,Soup,1', ['2 menuCsv.tooManyCells']],
    ['id,price\n7,28.5 kg', ['2 price menuCsv.price']],
    ['id,price\n7,2.85E+03', ['2 price menuCsv.price']],
    ['id,price\n7,cheap', ['2 price menuCsv.price']],
    ['id,price\n7,-1', ['2 price menuCsv.price']],
    ['id,price\n7,100000001', ['2 price validation.atMost 100000000']],
    [
      'id,name,price,category\n7,, ,\n',
      ['2 name validation.required', '2 price validation.required', '2 category validation.required'],
    ],
    ['id,name\nx,Soup', ['2 id validation.wholeNumber']],
    ['id,name,price\nx,,cheap', ['2 id validation.wholeNumber', '2 name validation.required', '2 price menuCsv.price']],
    ['id,price\n8,cheap', ['2 id menuCsv.unknownId', '2 price menuCsv.price']],
    ['id,price\n7,1\n7,cheap', ['3 id menuCsv.idTwice', '3 price menuCsv.price']],
    ['id,name\n8,Soup', ['2 id menuCsv.unknownId']],
    ['id,price\n7,1\n7,2', ['3 id menuCsv.idTwice']],
    ['id,isActive\n7,maybe', ['2 isActive validation.yesOrNo']],
    ['id,allergenCodes\n7,milk|wood', [`2 allergenCodes validation.oneOf ${ALLERGEN_CODES.join(', ')}`]],
    ['id,imageUrl\n7,javascript:alert(1)', ['2 imageUrl validation.imageUrl']],
    ['id,calories\n7,much', ['2 calories validation.number']],
    ['id,salt\n7,100001', ['2 salt validation.atMost 100000']],
    ['id,name\n7,a\u0007b', ['2 name validation.unprintable']],
    ['id,name,price,category\n,Soup,,Soups', ['2 price validation.required']],
    ['id,name\n7,"Soup\n8,x', ['2 menuCsv.quote']],
    ['id,name,price\n7,Soup,x\n,"So"up,1', ['3 menuCsv.quote', '2 price menuCsv.price']],
    ['id,"name', ['1 menuCsv.quote']],
  ])('are reported for %j', (csv, errors) => {
    expect(errorsOf(csv)).toEqual(errors.sort())
  })

  it('include a row with a cell of one megabyte, and the rows beyond the maximum', () => {
    expect(errorsOf(`id,description\n7,${'x'.repeat(1 << 20)}`)).toEqual([
      '2 description validation.atMostCharacters 2000',
    ])
    const many = (rows: number) => `name,price,category\n${'Soup,1,Soups\n'.repeat(rows)}`
    expect(errorsOf(many(5001))).toEqual(['5002 menuCsv.tooManyRows 5000'])
    expect(planImport(many(5000)).outcome.added).toBe(5000)
  })

  it('are few, within seconds, for a file of only line ends, delimiters or columns', () => {
    const maxBytes = 5 * 1024 * 1024
    expect(errorsOf('\n'.repeat(maxBytes))).toEqual(['1 menuCsv.noHeader'])
    expect(errorsOf('7\n'.repeat(maxBytes / 2))).toEqual(['1 menuCsv.noHeader'])
    expect(errorsOf(`id,name${','.repeat(maxBytes - 20_000)}\n${'7\n'.repeat(5000)}`)).toContain(
      '2 name validation.required',
    )
    expect(errorsOf(`id,${'x,'.repeat(maxBytes / 2)}`)).toEqual(['1 menuCsv.tooManyColumns 100'])
    expect(errorsOf('id,'.repeat(maxBytes / 3))).toEqual(['1 menuCsv.tooManyColumns 100'])
    expect(planImport(`id,${'x'.repeat(maxBytes - 3)}`).unknownHeadings).toEqual(['x'.repeat(50)])
  })

  it('are reported even if only one of five thousand is bad', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `Soup ${i};${i === 4321 ? '28,505,0' : 2850};Soups`)
    expect(errorsOf(`name;price;category\n${rows.join('\n')}`)).toEqual(['4323 price menuCsv.price'])
  })
})

describe('headings', () => {
  it('may be in Romanian, without English names: the Romanian ones stand in for them', () => {
    const { newDishes, newCategories, errors } = planImport(
      'Denumire;Preț;Categorie;Descriere\nBorș;28,50;supe;Acru\nPapanași;24,00;Deserturi;',
    )
    expect(errors).toEqual([])
    expect(newDishes).toMatchObject([
      { name: 'Borș', nameRo: 'Borș', nameIsFallback: true, price: 2850, category: 'Soups', descriptionRo: 'Acru' },
      { name: 'Papanași', nameRo: 'Papanași', nameIsFallback: true, price: 2400, category: 'Deserturi' },
    ])
    expect(newCategories).toEqual([{ name: 'Deserturi', nameRo: 'Deserturi' }])
  })
  it('that are unknown are listed once each, until the caller says what they are', () => {
    const csv = 'Fel de bază;Gramaj;Lei;Categorie;Gramaj\nBorș;300;28,50;Supe;'
    expect(planImport(csv).unknownHeadings).toEqual(['Fel de bază', 'Gramaj', 'Lei'])
    const columns = { 'Fel de bază': 'nameRo', Gramaj: null, Lei: 'price' } as const
    const { unknownHeadings, errors, outcome } = planImport(csv, { columns })
    expect([unknownHeadings, errors, outcome.added]).toEqual([[], [], 1])
    expect(planImport(csv, { columns: { Gramaj: null } }).unknownHeadings).toEqual(['Fel de bază', 'Lei'])
  })
  it('may all be unknown, with any delimiter', () => {
    for (const delimiter of [',', ';', '\t']) {
      const csv = ['Étel', 'Ár', 'Csoport'].join(delimiter)
      expect(planImport(csv).unknownHeadings).toEqual(['Étel', 'Ár', 'Csoport'])
    }
  })
  it('may be chosen for a column that another heading means already, which is an error', () => {
    const { errors } = planImport('name;Fel;price;category', { columns: { Fel: 'name' } })
    expect(errors).toEqual([{ line: 1, column: 'name', messageKey: 'menuCsv.columnTwice name, Fel' }])
  })
})

describe('the name of a dish without an English one', () => {
  const borsch = { ...dish({ name: 'Borș', nameRo: 'Borș', nameIsFallback: true }), id: 7 }
  const namesAfter = (csv: string) =>
    planImport(csv, { dishes: [borsch] }).changedDishes.map(({ name, nameRo, nameIsFallback }) => [
      name,
      nameRo,
      nameIsFallback,
    ])
  it.each([
    ['id,nameRo\n7,Ciorbă', [['Ciorbă', 'Ciorbă', true]]],
    ['id,name,nameRo\n7,Borș,Ciorbă', [['Ciorbă', 'Ciorbă', true]]],
    ['id,name,nameRo\n7,Sour soup,Borș', [['Sour soup', 'Borș', false]]],
    ['id,name,nameRo\n7,Borș,Borș', []],
  ])('after %j is %j', (csv, names) => {
    expect(namesAfter(csv)).toEqual(names)
  })
  it('cannot be cleared for an existing dish, nor may both be missing for a new one', () => {
    expect(errorsOf('id,name\n7,')).toEqual(['2 name validation.required'])
    expect(errorsOf('name,nameRo,price,category\n,,1,Soups')).toEqual(['2 name validation.required'])
    expect(errorsOf('price,category\n1,Soups')).toEqual(['1 name menuCsv.neededColumn'])
  })
})

describe('whole prices', () => {
  const file = (...prices: (string | number)[]) =>
    `name;price;category\n${prices.map((price, i) => `Dish ${i};${price};Soups`).join('\n')}`
  const question = (csv: string, options: Partial<CsvOptions> = {}) => planImport(csv, options).question

  it.each<[string, boolean, number[]]>([
    ['all in minor units', false, []],
    ['28,50 and 2850', true, [2850]],
    ['28 and 46 and 2850', true, [28, 46, 2850]],
    ['999 and 1000', true, [999, 1000]],
    ['999 and 1000 and 1001', false, []],
    ['28,50 and 46.00', false, []],
    ['0 and 0', false, []],
    ['0 and 28,50', false, []],
    ['cheap and 2850', false, []],
  ])('of %s are doubtful: %s', (prices, asksPrices, priceExamples) => {
    const csv = file(...(prices === 'all in minor units' ? [2850, 1200] : prices.split(' and ')))
    expect(question(csv)).toEqual({ asksPrices, priceExamples })
    // Once somebody has said what they are, there is no question.
    expect(question(csv, { prices: 'minor' })).toEqual({ asksPrices: false, priceExamples })
  })
  it('with their unit are amounts, in the restaurant’s currency alone, whatever whole prices are', () => {
    const csv = file('28 lei', '28.50 RON', 'lei 9', '12,-')
    const minor = [2800, 2850, 900, 1200]
    for (const prices of [undefined, 'minor', 'major'] as const) {
      expect(planImport(csv, { prices }).newDishes.map(({ price }) => price)).toEqual(minor)
    }
    expect(question(csv)).toEqual({ asksPrices: false, priceExamples: [] })
    expect(question(file('28 lei', 46))).toEqual({ asksPrices: true, priceExamples: [46] })
    expect(errorsOf(file('€12', '28 lei', '12 kg'))).toEqual(['2 price menuCsv.otherCurrency', '4 price menuCsv.price'])
    expect(planImport(file('€12'), { currency: 'eur' }).newDishes).toMatchObject([{ price: 1200 }])
    expect(planImport(file('28 lei'), { currency: 'eur' }).errors).toMatchObject([
      { messageKey: 'menuCsv.otherCurrency' },
    ])
  })
  it('of a file with ids are minor units without a question', () => {
    expect(question('id;price\n7;28')).toEqual({ asksPrices: false, priceExamples: [] })
  })
  it('are what the caller says, in a file with ids also where a cell is as the export wrote it', () => {
    const prices = (options: Partial<CsvOptions>) =>
      planImport(file(28, '28,50', '1.250'), options).newDishes.map(({ price }) => price)
    expect(prices({})).toEqual([28, 2850, 1250])
    expect(prices({ prices: 'minor' })).toEqual([28, 2850, 1250])
    expect(prices({ prices: 'major' })).toEqual([2800, 2850, 125_000])
    const dishes = [{ ...soup, price: 28 }]
    expect(planImport('id;price\n7;28', { dishes }).changedDishes).toEqual([])
    expect(planImport('id;price\n7;28', { dishes, prices: 'major' }).changedDishes).toMatchObject([{ price: 2800 }])
  })
})

describe('odd prices', () => {
  it('are below 1.00, above 1,000.00, or changed by more than half; only where the file sets them', () => {
    const dishes = [2850, 2850, 2850, 2850, 50, 0].map((price, i) => ({ ...soup, id: i + 1, price }))
    const csv =
      'id;name;price;category\n1;A;99;S\n2;B;100001;S\n3;C;1424;S\n4;D;1425;S\n5;E;50;S\n6;F;9000;S\n;G;0;S\n;H;100000;S'
    expect(planImport(csv, { dishes }).outcome.oddPrices).toEqual([
      { line: 2, name: 'A', price: 99, reason: 'low' },
      { line: 3, name: 'B', price: 100_001, reason: 'high' },
      { line: 4, name: 'C', price: 1424, reason: 'changed' },
      { line: 8, name: 'G', price: 0, reason: 'low' },
    ])
  })
})

describe('the category of a row', () => {
  it('is found by either name, ignoring case and diacritics; new ones that fold alike are one', () => {
    const { newDishes, outcome } = planImport(
      'name,price,category\nA,1,SOUPS\nB,1,șupe\nC,1,Paste\nD,1,PASTE\nE,1,Păste',
    )
    expect(newDishes.map(({ category }) => category)).toEqual(['Soups', 'Soups', 'Paste', 'Paste', 'Paste'])
    expect(outcome.newCategories).toEqual(['Paste'])
  })
  it('written in another way moves no dish', () => {
    expect(planImport('id,category\n7,SUPE').outcome).toMatchObject({ changed: [], left: 1, newCategories: [] })
  })
})

describe('the Romanian name of a category', () => {
  const pizza = { ...dish({ name: 'Pizza', category: 'Pizza', categoryRo: 'Pizze' }), id: 8 }
  const dishes = [soup, { ...soup, id: 9, name: 'Pea soup' }, pizza]
  const planFor = (csv: string) => {
    const { renamedCategories, newCategories, outcome, errors, changedDishes } = planImport(csv, { dishes })
    return {
      renamed: renamedCategories,
      added: newCategories,
      changed: outcome.changed.length,
      errors,
      own: changedDishes.length,
    }
  }
  const nothing = { renamed: [], added: [], changed: 0, errors: [], own: 0 }

  it('is changed for all dishes of the category if the rows agree, without raising their versions', () => {
    expect(planFor('id,categoryRo\n7,Ciorbe')).toEqual({
      ...nothing,
      renamed: [{ id: 1, nameRo: 'Ciorbe' }],
      changed: 2,
    })
  })
  it('is an error in the later row if two rows differ', () => {
    expect(planFor('id,categoryRo\n7,Ciorbe\n9,Zeamă').errors).toEqual([
      { line: 3, column: 'categoryRo', messageKey: 'menuCsv.otherCategoryRo Ciorbe' },
    ])
  })
  it('is cleared by empty cells of existing dishes, but not by that of a new dish', () => {
    expect(planFor('id,categoryRo\n7,\n9,').renamed).toEqual([{ id: 1, nameRo: '' }])
    expect(planFor('name,price,category,categoryRo\nBorscht,1,Soups,')).toEqual(nothing)
  })
  it('stays with its category when a dish moves to another category', () => {
    expect(planFor('id,category,categoryRo\n8,Soups,Pizze')).toEqual({ ...nothing, changed: 1, own: 1 })
    expect(planFor('id,category,categoryRo\n8,Calzone,Pizze').added).toEqual([{ name: 'Calzone', nameRo: '' }])
    expect(planFor('id,category,categoryRo\n8,Calzone,Calzoni').added).toEqual([{ name: 'Calzone', nameRo: 'Calzoni' }])
  })
})
