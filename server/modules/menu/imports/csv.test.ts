import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { savedDishes } from '#server/testing/imported-dishes.ts'
import { changesOf, errorsOf, planImport, soup } from '#server/testing/plan-import.ts'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { columnsOf } from './columns.ts'

describe('importing a file that a spreadsheet saved', () => {
  const fixture = (name: string) =>
    readFileSync(new URL(`../../../testing/fixtures/menu-files/${name}.csv`, import.meta.url))

  it.each([
    'ro-semicolons-utf8',
    'ro-semicolons-utf16',
    'ro-semicolons-windows-1250',
    'ro-tabs-all-quoted',
    'en-commas-utf8',
    'en-commas-utf16-all-quoted',
  ])('reads %s', async (name) => {
    const { errors, newDishes } = await planImport(fixture(name))
    expect(errors).toEqual([])
    expect(newDishes).toEqual(savedDishes)
  })
})

describe('accepted file formats', () => {
  const file = 'id,name,price\r\n7,Țelină,30\r\n'
  const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  it.each<[string, string | Uint8Array]>([
    ['UTF-8', file],
    ['UTF-8 with a mark', `\uFEFF${file}`],
    ['UTF-16 LE', Buffer.from(`\uFEFF${file}`, 'utf16le')],
    ['UTF-16 BE', swapped(file)],
    ['Windows-1250', Buffer.from(file.replace('Țelină', '\u00DEelin\u00E3'), 'latin1')],
    ['LF', file.replaceAll('\r', '')],
    ['UTF-16 LE without a mark', Buffer.from(file, 'utf16le')],
    ['UTF-16 BE without a mark', swapped(file).subarray(2)],
    ['Mac Romanian', Buffer.from(file.replace('Țelină', '\u00DEelin\u00BE'), 'latin1')],
    ['code page 852', Buffer.from(file.replace('Țelină', '\u00DDelin\u00C7'), 'latin1')],
    ['CR', file.replaceAll('\n', '')],
    ['line ends of all kinds', 'id,name,price\n\r\n,,\r7,Țelină,30'],
    ['semicolons', file.replaceAll(',', ';')],
    ['tabs', file.replaceAll(',', '\t')],
    ['every cell quoted', file.replace(/[^,\r\n]+/g, '"$&"')],
    ['names in another case, with spaces', file.replace('id,name,price', ' ID , Name,PRICE ')],
    ['cedillas', file.replace('Ț', 'Ţ')],
    ['empty rows and cells at the end', '\nid,name,price,,\n\n7,Țelină,30,,\n,,,,\n'],
    ['other columns first', 'price,name,id\n30,Țelină,7'],
    ...[',', ';', '\t', '|', '¦'].map((delimiter): [string, string] => [
      `a line that names the delimiter ${JSON.stringify(delimiter)}`,
      `sep=${delimiter}\r\n${file.replaceAll(',', delimiter)}`,
    ]),
    ['a quoted line of the delimiter, with a mark', `\uFEFF"sep=;"\r\n${file.replaceAll(',', ';')}`],
    ['a line of the delimiter in UTF-16', Buffer.from(`\uFEFFSEP=;;;\r${file.replaceAll(',', ';')}`, 'utf16le')],
    ['a line of another delimiter than the file has', `"sep=\t",,\n\n${file}`],
    ['a line of no delimiter', `sep="\n${file}`],
  ])('include %s', async (_, csv) => {
    expect(await errorsOf(csv)).toEqual([])
    expect(await changesOf(csv)).toEqual([expect.stringMatching(/^name Țelin[ăă]$/), 'price 30'])
  })

  it('counts the lines of the file, even if cells contain line breaks', async () => {
    const csv = 'name,price,category\r\n"a\nb\r\nc",x,d\r\n\r\ne,y,f\r"g\rh",1,""\n'
    expect(await errorsOf(csv)).toEqual([
      '2 price menuCsv.price',
      '6 price menuCsv.price',
      '7 category validation.required',
    ])
  })

  it('counts the line that names the delimiter', async () => {
    expect(await errorsOf('sep=;\r\nid;price\r\n7;x')).toEqual(['3 price menuCsv.price'])
    await expect(planImport('sep=other;id\n7;1')).rejects.toMatchObject({ details: { columns: ['sep=other'] } })
  })

  it('counts a line end once that lies across two of its pieces', async () => {
    const csv = `${'name,price,category'.padEnd(16_383, ',')}\r\ne,y,f\r\n`
    expect(await errorsOf(csv)).toEqual(['2 price menuCsv.price'])
  })
})

describe('parsing cells', () => {
  it.each<[CsvColumn, string, string | undefined]>([
    ['price', ' 2900 ', '2900'],
    ['price', '29,00', '2900'],
    ['price', '29.5', '2950'],
    ['price', '1.250,00', '125000'],
    ['price', '1\u202F250\u00A0000', '1250000'],
    ['price', '29 lei', '2900'],
    ['isActive', 'FALS', 'false'],
    ['isActive', 'nu', 'false'],
    ['isActive', '0', 'false'],
    ['isActive', 'Unavailable', 'false'],
    ['isActive', 'hidden', 'false'],
    ['isActive', 'ascuns', 'false'],
    ['isActive', 'available', undefined],
    ['isActive', 'Vizibil', undefined],
    ['isActive', 'ADEVĂRAT', undefined],
    ['isActive', '', undefined],
    ['tags', ' a | |b ', 'a|b'],
    ['allergenCodes', 'Milk|EGGS', 'milk|eggs'],
    ['description', "'=1", '=1'],
    ['description', 'ş ţ', 'ș ț'],
    ['nameRo', '', ''],
  ])('parses in the column %s the cell %j', async (column, cell, expected) => {
    expect(await changesOf(`id;${column}\n7;"${cell}"`)).toEqual(
      expected === undefined ? [] : [`${column} ${expected}`],
    )
  })

  it('clears the value of an empty cell and keeps the value of a missing column', async () => {
    const known = { ...soup, description: 'Old', tags: ['a'], nutritionalValues: NUTRITION }
    const { outcome } = await planImport('id,description,tags\n7,,\n', { dishes: [known] })
    expect(outcome.changed).toMatchObject([
      { id: 7, changes: [{ column: 'description' }, { column: 'tags', new: '' }] },
    ])
    expect(outcome.cleared).toBe(2)
  })

  const NUTRITION = { calories: 10, protein: 1.5, carbs: 2, fat: 3, fiber: 4, saturates: null, sugars: 0, salt: null }
  const NONE = { calories: 0, protein: 0, carbs: 0, fat: 0, fiber: 0, saturates: null, sugars: null, salt: null }
  it.each([
    ['calories\n7;12,5', NUTRITION, { ...NUTRITION, calories: 12.5 }],
    ['calories;salt\n7;;0.1', NUTRITION, { ...NUTRITION, calories: 0, salt: 0.1 }],
    ['calories;protein;carbs;fat;fiber;sugars\n7;;;;;;', NUTRITION, null],
    ['calories\n7;100', null, { ...NONE, calories: 100 }],
  ])('merges the nutrients of %j into those of the dish', async (columns, nutritionalValues, expected) => {
    const { changedDishes, errors } = await planImport(`id;${columns}`, { dishes: [{ ...soup, nutritionalValues }] })
    expect(errors).toEqual([])
    expect(changedDishes.map(({ after }) => after.nutritionalValues)).toEqual([expected])
  })
})

describe('bad rows', () => {
  it.each<[string, string[]]>([
    ['', ['1 menuCsv.noHeader']],
    ['Cappuccino;28;Coffee\nEspresso;12;Coffee', ['1 menuCsv.noHeader']],
    ['sep=;\n1;Cappuccino;"12,50 lei";Coffee', ['2 menuCsv.noHeader']],
    ['\nBorș\t€12', ['2 menuCsv.noHeader']],
    ['1,Bean soup,Supă,,,2850,Soups,Supe,,,true,,', ['1 menuCsv.noHeader']],
    ['name,price\nSoup,1', ['2 category validation.required']],
    ['price,category\n1,Soups', ['2 name validation.required']],
    ['id,name\n7,Soup,1', ['2 menuCsv.tooManyCells']],
    ['id,price\n7,28.5 kg', ['2 price menuCsv.price']],
    ['id,price\n7,2.85E+03', ['2 price menuCsv.price']],
    ['id,price\n7,-1', ['2 price menuCsv.price']],
    ['id,price\n7,12 €', ['2 price menuCsv.otherCurrency']],
    ['id,price\n7,100000001', ['2 price validation.atMost 100000000']],
    [
      'id,name,price,category\n7,, ,\n',
      ['2 name validation.required', '2 price validation.required', '2 category validation.required'],
    ],
    ['name,nameRo,price,category\n,,1,Soups', ['2 name validation.required']],
    ['id,name,price\nx,,cheap', ['2 id validation.wholeNumber']],
    ['id,price\n8,cheap', ['2 id menuCsv.unknownId']],
    ['id,price\n7,1\n7,cheap', ['3 id menuCsv.idTwice']],
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
  ])('are reported for %j', async (csv, errors) => {
    expect(await errorsOf(csv)).toEqual(errors.sort())
  })

  it('include a row with a cell of one megabyte, and the rows beyond the maximum', async () => {
    expect(await errorsOf(`id,description\n7,${'x'.repeat(1 << 20)}`)).toEqual([
      '2 description validation.atMostCharacters 2000',
    ])
    const many = (rows: number) => `name,price,category\n${'Soup,1,Soups\n'.repeat(rows)}`
    expect(await errorsOf(many(5001))).toEqual(['5002 menuCsv.tooManyRows 5000'])
    expect((await planImport(many(5000))).outcome.added).toBe(5000)
  })

  it('are few for a file of only line ends, delimiters or columns', async () => {
    const maxBytes = 1024 * 1024
    expect(await errorsOf('\n'.repeat(maxBytes))).toEqual(['1 menuCsv.noHeader'])
    expect(await errorsOf(`id,name${','.repeat(maxBytes - 20_000)}\n${'7\n'.repeat(5000)}`)).toContain(
      '2 name validation.required',
    )
    expect(await errorsOf('id,'.repeat(maxBytes / 3))).toEqual(['1 menuCsv.tooManyColumns 100'])
  })
})

describe('the headings of a CSV', () => {
  const columns = (headings: string, chosen = {}) =>
    columnsOf(headings.split(';'), { chosen, currency: 'lei' }).map(({ column }) =>
      column === undefined ? '?' : String(column),
    )

  it.each([
    ['Name;Description;Price;Category;Ingredients', 'name description price category ingredients'],
    ['Denumire;Descriere;Preț;Categorie;Ingrediente', 'nameRo descriptionRo price category ingredientsRo'],
    ['DENUMIRE ;  pret;CATEGORIE', 'nameRo price category'],
    ['Denumirea produsului;Preţ (lei);Secțiune', 'nameRo price category'],
    ['Pret vanzare (RON);Preparat', 'price nameRo'],
    ['Nume (RO);Nume (EN)', 'nameRo name'],
    ['Denumire;nameRo', '? ?'],
    ['Descriere EN;Descriere', 'description descriptionRo'],
    ['Category;Categorie RO;Category (RO)', 'category ? ?'],
    ['Proteine (g);Glucide;Grăsimi;Sare (g)', 'protein carbs fat salt'],
    ['Alergeni;Coduri alergeni;Imagine;Etichete;Vizibil', 'allergens allergenCodes imageUrl tags isActive'],
    ['Nr. crt.;Observații;Gramaj;;Preț 2', '? ? ? null ?'],
    // These are headings of other systems.
    ['Cost;Price [SHOP];Price', '? ? price'],
    ['Regular price;Sale price', '? ?'],
    ['Preț de vânzare;Preț achiziție', 'price ?'],
    ['Price;Price;Price', '? ? ?'],
    ['Preț (EUR);Price £;Price [EUR];Price [$]', '? ? ? ?'],
    ['Energy [kJ];Salt [g]', '? salt'],
    ['Available for sale;Item Name;Body (HTML)', 'isActive name description'],
    ['__proto__;constructor;toString', '? ? ?'],
  ])('%s are %s', (headings, expected) => {
    expect(columns(headings).join(' ')).toBe(expected)
  })

  it('are the names of the export, in any case', () => {
    const names = CSV_COLUMNS.join(';')
    expect(columns(names)).toEqual(CSV_COLUMNS)
    expect(columns(names.toUpperCase())).toEqual(CSV_COLUMNS)
  })

  it('follow what the caller chose, also for a known one and for a repeated one by its number', () => {
    const chosen = { Observații: 'description', Gramaj: null, Denumire: 'name', 'Gramaj (2)': 'tags' }
    expect(columns('Observații;Gramaj;Denumire;Preț;Gramaj', chosen).join(' ')).toBe('description null name price tags')
    expect(columns('Cost;Price', { Cost: 'price' }).join(' ')).toBe('? ?')
  })

  it.each([',', ';', '\t'])('may all be unknown, with the delimiter %j', async (delimiter) => {
    const csv = ['Étel', 'Ár', 'Csoport'].join(delimiter)
    await expect(planImport(csv)).rejects.toMatchObject({
      ...{ code: 'unknown_columns', details: { columns: ['Étel', 'Ár', 'Csoport'] } },
    })
  })
})
