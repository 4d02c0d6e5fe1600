import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePriceList } from './csv-requests.ts'
import { changedPrice } from './job.ts'
import { readPriceList } from './price-list.ts'

/** The dish on the second line of a list, or the error of that line, or the category that the line is to the next dish. */
function read(line: string): string {
  const { rows, errors } = readPriceList(`Meniu\n${line}\nApă 8`)
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
    ['Ciorbă de burtă……28', 'Ciorbă de burtă = 28.00'],
    ['Ciorbă de burtă\t28.5', 'Ciorbă de burtă = 28.50'],
    ['• Ciorbă de burtă — 28,50 LEI', 'Ciorbă de burtă = 28.50'],
    ['1. Ciorbă de burtă: 28,50RON', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă - lei 28,50', 'Ciorbă de burtă = 28.50'],
    ['Ciorbă de burtă 28,-', 'Ciorbă de burtă = 28.00'],
    ['Ciorbă de burtă 28 de lei', 'Ciorbă de burtă = 28.00'],
    ['Pizza Margherita 30cm 35.-', 'Pizza Margherita 30cm = 35.00'],
    ['Ciorbă de burtă 350 g 28', 'Ciorbă de burtă 350 g = 28.00'],
    ['Coca-Cola 0,5 l 12 lei', 'Coca-Cola 0,5 l = 12.00'],
    ['Bere 0,5 12', 'Bere 0,5 = 12.00'],
    ['Vin 0,75 60', 'Vin 0,75 = 60.00'],
    ['Vin 2019 75', 'Vin 2019 = 75.00'],
    ['Vin 2019, 75 lei', 'Vin 2019 = 75.00'],
    ['Vin 2019 sticlă 75', 'Vin 2019 sticlă = 75.00'],
    ['Sarmale 300/150/50 32', 'Sarmale 300/150/50 = 32.00'],
    ['Salata nr. 5 25', 'Salata nr. 5 = 25.00'],
    ['Meniu 1 - 25 lei', 'Meniu 1 = 25.00'],
    ['Bere 0,5 sticlă 12', 'Bere 0,5 sticlă = 12.00'],
    ['Ciorbă (1, 3, 7) 25', 'Ciorbă (1, 3, 7) = 25.00'],
    ['Vin 2019 1.250,00', 'Vin 2019 = 1250.00'],
    ['Platou 1.250 lei', 'Platou = 1250.00'],
    ['Supă 18 lei/porție', 'Supă = 18.00'],
    ['Sarmale 3,50 / buc.', 'Sarmale = 3.50'],
    ['Platter 1,250.00', 'Platter = 1250.00'],
    ['Platou 1\u00A0250,00\u202Flei', 'Platou = 1250.00'],
    ['Clătite 2 x 100 g 28 lei', 'Clătite 2 x 100 g = 28.00'],
    ['Pizza 1/2 kg 20', 'Pizza 1/2 kg = 20.00'],
    // The unit is ignored, whatever the restaurant's is.
    ['Soup €12.00', 'Soup = 12.00'],
    ['Soup 12 €', 'Soup = 12.00'],
    ['Soup 12 euro', 'Soup = 12.00'],
  ])('is a dish with its price: %s', (line, dish) => {
    expect(read(line)).toBe(dish)
  })

  it.each([
    ['Gulaș test;28', 'Gulaș test = 28.00'],
    ['Tocană test 25,- lei', 'Tocană test = 25.00'],
    ['Sarmale … de la 25 lei', 'Sarmale = 25.00'],
    ['Sarmale de la 25', 'Sarmale = 25.00'],
    ['Ursus 0,5l / 12 lei', 'Ursus 0,5l = 12.00'],
    ['Sarmale începând de la 25 lei', 'Sarmale = 25.00'],
    ['Soup from 9.50', 'Soup = 9.50'],
    ['Gulaș, 28 lei,', 'Gulaș = 28.00'],
    ['Gulaș 28;', 'Gulaș = 28.00'],
    ['Gulaș;300g;28;', 'Gulaș;300g = 28.00'],
    ['| Gulaș | 28 lei |', 'Gulaș = 28.00'],
    ['Gulaș 28 lei ....', 'Gulaș = 28.00'],
    ['Gulaș 28.- RON -', 'Gulaș = 28.00'],
    ['Mici (3 buc.)| 20', 'Mici (3 buc.) = 20.00'],
    ['Gulaș: de la 28 lei', 'Gulaș = 28.00'],
    ['Gulaș -> 28 ,-', 'Gulaș = 28.00'],
    ['Gulaș ~ 28', 'Gulaș = 28.00'],
    ['Vin de casă 0,75l — 60 Ron;', 'Vin de casă 0,75l = 60.00'],
    ['Gulaș 28,– lei', 'Gulaș = 28.00'],
    ['Gulaș începând cu 28 lei', 'Gulaș = 28.00'],
    ['Gulaș pornind de la 28', 'Gulaș = 28.00'],
    ['Gulaș dela 28', 'Gulaș = 28.00'],
    ['Soup starting from 28', 'Soup = 28.00'],
    ['Gulaș min. 28 lei', 'Gulaș = 28.00'],
    ['1.Gulaș » 28', 'Gulaș = 28.00'],
    ['✓ Gulaș ● 28', 'Gulaș = 28.00'],
    ['Gulaș ⋯⋯ 28', 'Gulaș = 28.00'],
  ])('may have separators and “from”, which go: %s', (line, dish) => {
    expect(read(line)).toBe(dish)
  })

  it.each([
    ['CIORBE', 'CIORBE:'],
    ['--- Paste: ---', 'Paste:'],
    ['« Paste »', 'Paste:'],
    ['Paste «Casa»', 'Paste «Casa»:'],
    ['1. Supe și ciorbe', 'Supe și ciorbe:'],
    ['Pizza 32 cm', 'Pizza 32 cm:'],
    ['Bere la 0,33 l', 'Bere la 0,33 l:'],
    ['Meniu 2 persoane', 'Meniu 2 persoane:'],
    ['Meniul zilei 2:', 'Meniul zilei 2:'],
    ['Prețuri în lei:', 'Prețuri în lei:'],
    ['Cafea 100% arabica', 'Cafea 100% arabica:'],
    ['Toate ciorbele se servesc cu ardei iute.', 'Toate ciorbele se servesc cu ardei iute:'],
  ])('without a price is a category: %s', (line, category) => {
    expect(read(line)).toBe(category)
  })

  it.each([
    ...['28 lei', 'de la 25 lei', '100g | 25 lei', '300 gr. / 25 lei', '2 x 100 g - 25', '300 g'].map((line) => [
      line,
      'noName',
    ]),
    ...[
      ...['Pizza 28 / 35', 'Pizza 28/35', 'Pizza €5 €7', 'Bere 12 lei 0,33 l 9 lei', 'Borș mic 29 / mare 42'],
      ...['Limonadă mică 12 mare 18', 'Vin alb 150 ml 14 / 750 ml 60', 'Pizza 28,50lei/35,00lei'],
      ...['Borș 28,50 lei / 350 g', 'Borș 28 lei*', 'Borș 28 (350 g)', 'Borș 28 - cu smântână', 'Caș 22 lei/100g'],
      ...['Borș28,50', 'Papanași22lei', 'Borș $12', 'Borș 12 $', 'Borș 1234567890', 'Borș 28,505,0', 'Borș 28;Supe'],
      ...[
        'Borș lei',
        'Preț în RON',
        '28,50 Borș lei',
        'Borș 25 lei și 50 bani',
        'Borș 950 bani',
        'Platou 1 250 lei',
        'Borș (de la 28 lei)',
        'Vinuri (2019)',
      ],
      ...[
        'Pizza 28 35',
        'Pizza\t28\t35',
        'Pizza 28,50 35,00',
        'Pizza 32cm 28, 40cm 38',
        'Cafea 9 sau 11',
        'Apă 8 + 0,50',
      ],
      ...[
        'Cafea S 9 M 11 L 13',
        'Vin pahar 15 sticlă 75',
        'Soup cup 5 bowl 7',
        'Extra brânză + 5 lei',
        'Alergeni: 1, 3, 7',
      ],
      ...[
        'Borș 25 грн',
        'Borș 25 лей',
        'Borș 25 roni',
        'Borș 25 ft',
        'Borș ₴25',
        'Borș ２５',
        'Borș ٢٥',
        'Borș ½',
        'Reducere 20%',
      ],
      ...['CIORBE (lei)', 'Prețuri (lei)', 'Produs | Preț |', 'Steak market price', 'Oysters 3 each', 'Borș ......'],
      ...[
        'Open 10am-10pm',
        'Strada Libertății 12, Cluj',
        'www.laconac.ro',
        'meniu@laconac.ro',
        'Luni - Vineri 10.00 - 22.00',
      ],
      ...['Telefon 021 312 45 67', 'Rezervări la 0722 12 34 56', 'Tel 07 22 12 34 56', '+40 (722) 123 456'],
      ...['Comenzi: 0712 345 678', 'Tel. 0264-123456', '+40 712 345 678', '021.123.45.67'],
      ...['Program 10:00 - 22:00', 'Program 10:00-22:30', 'Program 10:00 - 22'],
    ].map((line) => [line, 'unclearPrice']),
    [`${'x'.repeat(301)} 5`, 'validation.atMostCharacters 300'],
    ['x'.repeat(101), 'validation.atMostCharacters 100'],
  ])('is a bad line at its own place: %s', (line, error) => {
    expect(read(line ?? '')).toBe(error)
  })

  it('has its price separated from any name', () => {
    const word = fc
      .stringMatching(/^[A-Za-zăâîșț]{3,9}$/)
      .filter(
        (text) =>
          !/^(lei|leu|ron|eur|euro|from|mic.?|mare|mari|small|large|medi.*|mijloci.*|buc|pcs|piece)$/i.test(text),
      )
    const name = fc.array(fc.oneof(word, fc.constantFrom('2', '0,5', '350')), { maxLength: 3 })
    const unit = fc.constantFrom('', ' lei', 'RON', ' Lei', ',- lei', ' de lei;')
    const leader = fc.constantFrom(' ', ' .... ', '\t', ' - ', ' | de la ')
    fc.assert(
      fc.property(word, name, word, fc.nat(99_999_999), leader, unit, (first, rest, last, price, led, after) => {
        const amount = `${Math.floor(price / 100)},${String(price % 100).padStart(2, '0')}`
        const named = [first, ...rest, last].join(' ')
        expect(read(`${named}${led}${amount}${after}`)).toBe(`${named} = ${amount.replace(',', '.')}`)
      }),
    )
  })
})

describe('a price list', () => {
  it('takes little time for any text, and lists a limited number of errors', () => {
    const began = process.cpuUsage()
    for (const filling of ['.', ' ', '1.', 'a ', '\u0300', '|1', '1\n']) readPriceList(filling.repeat(200_000))
    // CPU time, in microseconds: a busy machine takes longer by the clock.
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000)
    expect(readPriceList('1\n'.repeat(200_000)).errors).toHaveLength(5000)
  })

  it('has at most as many dishes as a file has rows', () => {
    const { rows, errors } = readPriceList(`Ciorbe\n${'Borș 25\n'.repeat(5001)}`)
    expect(rows).toHaveLength(5000)
    expect(errors).toEqual([{ line: 5002, column: '', messageKey: 'menuCsv.tooManyRows 5000' }])
  })

  const parse = (text: string) => parsePriceList(text, { dishes: [], groups: [] }, 'lei')

  it('adds dishes with the same text in both languages, whose English name follows the Romanian one', () => {
    const { requests, errors } = parse('Ciorbe\r\nBorș 25\n(cu smântână, 300 g)\n\n[și ardei 2,50]\rSupă 20')
    const description = 'cu smântână, 300 g și ardei 2,50'
    expect(errors).toEqual([])
    expect(requests).toMatchObject([
      {
        ...{ line: 2, id: null },
        dish: {
          ...{ name: 'Borș', nameRo: 'Borș', nameIsFallback: true, price: 2500, category: 'Ciorbe' },
          ...{ description, descriptionRo: description, tags: [] },
        },
      },
      { line: 6, dish: { name: 'Supă', description: '' } },
    ])
  })

  it('has the dishes below a name without its price in the category before', () => {
    const { rows, errors } = readPriceList(
      'Ciorbe\nBorș 25\nSarmale\n100g | 25 lei\nSupă 20\nPaste\n28 lei\nGnocchi 30',
    )
    expect(errors.map(({ line }) => line)).toEqual([4, 7])
    expect(rows.map(({ cells }) => cells.category)).toEqual(['Ciorbe', 'Ciorbe', 'Ciorbe'])
  })

  it.each([
    ['Borș 25\nCiorbe', ['1 menuCsv.noHeading']],
    ['(cu smântână)\nCiorbe\nBorș 25', ['1 menuCsv.noDishAbove']],
    ['Ciorbe\n(de casă)\nBorș 25', ['2 menuCsv.noDishAbove']],
    // Of a dish that cannot be read, one error is enough.
    ['Ciorbe\nBorș $5\n(cu smântână)\nSupă 20', ['2 menuCsv.unclearPrice']],
    ['Ciorbe\nSarmale\n100g | 25 lei\nSupă 20', ['3 menuCsv.noName']],
    [`Ciorbe\nBorș 25\n(${'x'.repeat(300)})`, ['3 validation.atMostCharacters 300']],
    ['Ciorbe\nBorș 1000001', ['2 price validation.atMost 100000000']],
    [
      `Ciorbe\n${'y'.repeat(250)} 5`,
      ['2 name validation.atMostCharacters 200', '2 nameRo validation.atMostCharacters 200'],
    ],
    ['Ciorbe\nBor?uri de cas? 25', ['2 nameRo menuCsv.lostLetters']],
    ['MENIU\nCiorbe\nBorș 25\nBorș 26', []],
  ])('reports the errors of %j', (text, errors) => {
    const found = parse(text).errors.map(({ line, column, messageKey }) => [line, column, messageKey])
    expect(found.map((error) => error.filter(Boolean).join(' '))).toEqual(errors)
  })
})

describe('price change', () => {
  describe('a changed price', () => {
    it.each([
      [2850, { add: 150, roundTo: 1 }, 3000],
      [2850, { add: -2851, roundTo: 1 }, -1],
      [2850, { percent: 10, roundTo: 1 }, 3135],
      [2850, { percent: 10, roundTo: 50 }, 3150],
      [2850, { percent: 10, roundTo: 100 }, 3100],
      [50, { percent: 5, roundTo: 1 }, 53],
      [1000, { percent: 0.05, roundTo: 1 }, 1001],
      [1000, { percent: 7.1, roundTo: 1 }, 1071],
      [25, { add: 0, roundTo: 50 }, 50],
      [24, { add: 0, roundTo: 50 }, 0],
      [99, { percent: -100, roundTo: 10 }, 0],
      [100_000_000, { percent: 1000, roundTo: 1 }, 1_100_000_000],
    ])('of %i with %j is %i', (price, change, expected) => {
      expect(changedPrice(price, change)).toBe(expected)
    })

    it('is the nearest multiple of `roundTo`, and the higher one if two are equally near', () => {
      const price = fc.nat(100_000_000)
      const percent = fc.integer({ min: -100, max: 1000 })
      fc.assert(
        fc.property(price, percent, fc.constantFrom(1, 10, 50, 100), (before, share, roundTo) => {
          const after = changedPrice(before, { percent: share, roundTo })
          const exact = before * (100 + share)
          expect(after % roundTo).toBe(0)
          expect(exact - after * 100).toBeGreaterThanOrEqual(-50 * roundTo)
          expect(exact - after * 100).toBeLessThan(50 * roundTo)
        }),
      )
    })
  })
})
