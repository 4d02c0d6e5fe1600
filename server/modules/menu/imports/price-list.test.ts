import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvRow, RowError } from './csv.ts'
import { planChange } from './plan.ts'
import { readPriceList } from './price-list.ts'
import { listSource } from './sources.ts'

function readList(text: string): { rows: CsvRow[]; errors: RowError[] } {
  const all = [...readPriceList(text)]
  return {
    rows: all.filter((one) => 'cells' in one),
    errors: all.filter((one) => 'messageKey' in one),
  }
}

/** Reads the second line of a list as a dish, an error, or the category of the next dish. */
function read(line: string): string {
  const { rows, errors } = readList(`Meniu\n${line}\nApă 8`)
  const [error, ...others] = errors
  const [first, last = first] = rows
  expect([others, error?.line ?? 2]).toEqual([[], 2])
  // An error changes no other line.
  if (error) return last?.cells.category === 'Meniu' ? error.messageKey.replace('menuCsv.', '') : 'swallows'
  return first === last ? `${last?.cells.category}:` : `${first?.cells.nameRo} = ${first?.cells.price}`
}

describe('a line of a price list', () => {
  it.each([
    ['Ciorbă de burtă 28,50', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă ........ 28,50 lei', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă\t28.5', 'Ciorbă de burtă = 28.50'],
    ['• Ciorbă de burtă — 28,50 LEI', 'Ciorbă de burtă = 28.50'],
    ['1. Ciorbă de burtă: 28,50RON', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă - lei 28,50', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă 28 de lei', 'Ciorbă de burtă = 28.00'],
    ['Pizza Margherita 30cm 35.-', 'Pizza Margherita 30cm = 35.00'],
    ['Ciorbă de burtă 350 g 28', 'Ciorbă de burtă 350 g = 28.00'],
    ['Coca-Cola 0,5 l 12 lei', 'Coca-Cola 0,5 l = 12.00'],
    ['Vin 2019, 75 lei', 'Vin 2019 = 75.00'],
    ['Sarmale 300/150/50 32', 'Sarmale 300/150/50 = 32.00'],
    ['Ciorbă (1, 3, 7) 25', 'Ciorbă (1, 3, 7) = 25.00'],
    ['Platou 1.250 lei', 'Platou = 1250.00'],
    ['Platou 1\u00A0250,00\u202Flei', 'Platou = 1250.00'],
    ['Clătite 2 x 100 g 28 lei', 'Clătite 2 x 100 g = 28.00'],
    ['Vin 0,75 litri 60', 'Vin 0,75 litri = 60.00'],
    ['Papanași 2 bucăți 25', 'Papanași 2 bucăți = 25.00'],
    // A word with which other lines begin is no name by itself.
    ['Allergen-free burger 30', 'Allergen-free burger = 30.00'],
    ['Energy drink 12', 'Energy drink = 12.00'],
    // Any unit is ignored, whatever the restaurant's currency is.
    ['Soup €12.00', 'Soup = 12.00'],
    ['Soup 12 euro', 'Soup = 12.00'],
    // Separators are removed.
    ['Gulaș test;28', 'Gulaș test = 28.00'],
    ['Tocană test 25,- lei', 'Tocană test = 25.00'],
    ['Ursus 0,5l / 12 lei', 'Ursus 0,5l = 12.00'],
    ['Gulaș;300g;28;', 'Gulaș;300g = 28.00'],
    ['| Gulaș | 28 lei |', 'Gulaș = 28.00'],
    ['Mici (3 buc.)| 20', 'Mici (3 buc.) = 20.00'],
    ['Gulaș -> 28 ,-', 'Gulaș = 28.00'],
    ['✓ Gulaș ● 28', 'Gulaș = 28.00'],
  ])('is a dish with its price: %s', (line, dish) => {
    expect(read(line)).toBe(dish)
  })

  it.each([
    ['CIORBE', 'CIORBE:'],
    ['--- Paste: ---', 'Paste:'],
    ['1. Supe și ciorbe', 'Supe și ciorbe:'],
    ['Paste «Casa»', 'Paste «Casa»:'],
    ['Cafea 100% arabica', 'Cafea 100% arabica:'],
    ['Top 10 preparate', 'Top 10 preparate:'],
    ['Băuturi la sticlă', 'Băuturi la sticlă:'],
    ['Alergeni', 'Alergeni:'],
  ])('without a price is a category: %s', (line, category) => {
    expect(read(line)).toBe(category)
  })

  it.each([
    ...['28 lei', '100g | 25 lei', '300 gr. / 25 lei', '2 x 100 g - 25', '300 g'].map((line) => [line, 'noName']),
    ...[
      ...['Pizza 28 / 35', 'Pizza 28/35', 'Pizza €5 €7', 'Bere 12 lei 0,33 l 9 lei', 'Borș mic 29 / mare 42'],
      ...['Limonadă mică 12 mare 18', 'Vin alb 150 ml 14 / 750 ml 60', 'Borș 28,50 lei / 350 g', 'Borș 28 lei*'],
      ...['Borș 28 (350 g)', 'Borș 28 - cu smântână', 'Caș 22 lei/100g', 'Borș28,50', 'Borș $12', 'Borș 28,505,0'],
      ...['Borș 28;Supe', '28,50 Borș lei', 'Platou 1 250 lei', 'Vin 0,75 60', 'Meniu 1 - 25 lei'],
      ...['Pizza 28 35', 'Pizza\t28\t35', 'Pizza 32cm 28, 40cm 38', 'Cafea 9 sau 11', 'Cafea S 9 M 11 L 13'],
      ...['Alergeni: 1, 3, 7', 'Strada Libertății 12, Cluj'],
      ...['Bolognese\t30\t350 g', 'Bolognese\t30\tcu parmezan', 'Bolognese 30  cu parmezan', 'Ursus 12 500ml'],
      ...['Papanași 25 porție', 'Papanaşi 25 porţie', 'Papanași 25/porție', 'Papanași 25 de porții', 'Mici 7 BUC.'],
      ...['Tort 15 pe felie', 'Platou 120 (4 pers.)', 'Platou 4 persoane', 'Ciorbă 300-350 gr', 'Ciorbă 300 / 350 g'],
      ...[
        'Vin 1,5 l',
        'Vin ¾ litru',
        'Bere 0.5L',
        'Bere 12 500 ml sticlă',
        'Fursecuri 1 kg',
        'Pizza 32cm',
        'Pizza 32 cm',
      ],
      ...[
        'Whisky 4 cl',
        'Ursus 12 doză',
        'Wings 12 pcs',
        'Bere 5%',
        'Paste 350 g/porție',
        'Iaurt 2 bucăți',
        'Suc 250\u00A0ml*',
      ],
      ...[
        'Alergeni: 9',
        '* Alergeni 9',
        'Alergeni: gluten, lapte',
        'ALLERGENS - 7',
        'Conține alergeni (1)',
        'Contains: 3',
      ],
      ...['Gramaj: 350', 'Valoare energetică: 250', 'Ingrediente: făină, ouă', 'TVA 9', 'Pagina 3'],
      ...['Telefon 021 312 45 67', '+40 712 345 678', 'Tel. 0264-123456', 'Program 10:00 - 22:00'],
    ].map((line) => [line, 'unclearPrice']),
    [`${'x'.repeat(301)} 5`, 'validation.atMostCharacters 300'],
    ['x'.repeat(101), 'validation.atMostCharacters 100'],
  ])('is a bad line at its own place: %s', (line, error) => {
    expect(read(line ?? '')).toBe(error)
  })

  it('has its price separated from any name', () => {
    const word = fc.stringMatching(/^[A-Za-zăâîșț]{3,9}o$/)
    const unit = fc.constantFrom('', ' lei', 'RON', ',- lei', ' de lei;')
    const leader = fc.constantFrom(' ', ' .... ', '\t', ' - ', ' | ')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(99_999_999), leader, unit, (words, price, led, after) => {
        const name = words.filter((text) => !/^euro$/i.test(text)).join(' ') || 'Supă'
        const amount = `${Math.floor(price / 100)},${String(price % 100).padStart(2, '0')}`
        const isShort = `${name}${led}${amount}${after}`.length <= 300
        if (isShort) expect(read(`${name}${led}${amount}${after}`)).toBe(`${name} = ${amount.replace(',', '.')}`)
      }),
    )
  })
})

describe('a price list', () => {
  const menu = { dishes: [], categories: [], groups: [] }
  async function parse(text: string) {
    const { rows, errors = [] } = await listSource(text, 'lei').read(menu)
    const plan = await planChange(menu, rows)
    return { ...plan, errors: [...errors, ...plan.errors] }
  }

  it('has at most as many dishes, and as many errors, as a file has rows', async () => {
    const { newDishes, errors } = await parse(`Ciorbe\n${'Borș 25\n'.repeat(5010)}`)
    expect(newDishes).toHaveLength(5000)
    expect(errors).toEqual([{ line: 5002, column: '', messageKey: 'menuCsv.tooManyRows 5000' }])
    expect((await parse('1\n'.repeat(200_000))).errors).toHaveLength(5001)
  })

  it('adds dishes with the same text in both languages, whose English name follows the Romanian one', async () => {
    const { newDishes, outcome, errors } = await parse('Ciorbe\r\nBorș 25\n\n\rSupă 20')
    expect(errors).toEqual([])
    expect(newDishes).toMatchObject([
      { name: 'Borș', nameRo: 'Borș', nameIsFallback: true, price: 2500, category: 'Ciorbe', description: '' },
      { name: 'Supă' },
    ])
    expect(outcome.additions.map(({ line }) => line)).toEqual([2, 5])
  })

  it.each([
    ['Borș 25\nCiorbe', ['1 menuCsv.noHeading']],
    ['Ciorbe\nBorș 1000001', ['2 price validation.atMost 100000000']],
    ['MENIU\nCiorbe\nBorș 25\nBorș 26', []],
  ])('reports the errors of %j', async (text, errors) => {
    const found = (await parse(text)).errors.map(({ line, column, messageKey }) => [line, column, messageKey])
    expect(found.map((error) => error.filter(Boolean).join(' '))).toEqual(errors)
  })
})
