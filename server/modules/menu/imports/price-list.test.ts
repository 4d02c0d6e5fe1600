import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { changedPrice } from './job.ts'
import { planChange } from './plan.ts'
import { parsePriceList, readPriceList } from './price-list.ts'

describe('price list', () => {
  describe('parsing a line', () => {
    it.each([
      ['Ciorbă de burtă 28,50', 'Ciorbă de burtă', 2850],
      ['Ciorbă de burtă ........ 28,50 lei', 'Ciorbă de burtă', 2850],
      ['Ciorbă de burtă……28', 'Ciorbă de burtă', 2800],
      ['Ciorbă de burtă\t28.5', 'Ciorbă de burtă', 2850],
      ['• Ciorbă de burtă — 28,50 LEI', 'Ciorbă de burtă', 2850],
      ['Ciorbă de burtă: 28,50RON', 'Ciorbă de burtă', 2850],
      ['Ciorbă de burtă - lei 28,50', 'Ciorbă de burtă', 2850],
      ['Ciorbă de burtă 28,-', 'Ciorbă de burtă', 2800],
      ['Pizza Margherita 30cm 35.-', 'Pizza Margherita 30cm', 3500],
      ['Ciorbă de burtă 350 g 28', 'Ciorbă de burtă 350 g', 2800],
      ['Coca-Cola 0,5 l 12 lei', 'Coca-Cola 0,5 l', 1200],
      ['Bere 0,5 12', 'Bere 0,5', 1200],
      ['Vin 2019 1.250,00', 'Vin 2019', 125_000],
      ['Platou 1.250 lei', 'Platou', 125_000],
      ['Supă 18 lei/porție', 'Supă', 1800],
      ['Sarmale 3,50 / buc.', 'Sarmale', 350],
      ['Platter 1,250.00', 'Platter', 125_000],
      ['Platou 1\u00A0250,00\u202Flei', 'Platou', 125_000],
      ['Clătite 2 x 100 g 28 lei', 'Clătite 2 x 100 g', 2800],
    ])('finds the name and the price in %s', (line, name, price) => {
      expect(readPriceList(line, 'lei')).toEqual({
        lines: [{ line: 1, category: undefined, name, price, description: '' }],
        errors: [],
      })
    })

    it.each([
      ['Soup €12.00', 1200],
      ['Soup 12 €', 1200],
      ['Soup 12 euro', 1200],
      ['Soup 12', 1200],
    ])('accepts the restaurant’s currency in %s', (line, price) => {
      expect(readPriceList(line, 'eur').lines).toEqual([
        { line: 1, category: undefined, name: 'Soup', price, description: '' },
      ])
    })

    it('separates the price from any name', () => {
      const word = fc.stringMatching(/^[A-Za-zăâîșț]{2,9}$/).filter((text) => !/^(lei|ron|eur|euro)$/i.test(text))
      const name = fc.array(fc.oneof(word, fc.constantFrom('2', '0,5', '350')), { maxLength: 3 })
      const unit = fc.constantFrom('', ' lei', 'RON', ' Lei')
      const leader = fc.constantFrom(' ', ' .... ', '\t', ' - ')
      fc.assert(
        fc.property(word, name, fc.nat(99_999_999), leader, unit, (first, rest, price, led, after) => {
          const amount = `${Math.floor(price / 100)},${String(price % 100).padStart(2, '0')}`
          const named = [first, ...rest].join(' ')
          const [read] = readPriceList(`${named}${led}${amount}${after}`, 'lei').lines
          expect(read).toEqual({ line: 1, category: undefined, name: named, price, description: '' })
        }),
      )
    })

    it('takes little time for any text', () => {
      const began = process.cpuUsage()
      for (const filling of ['.', ' ', '1.', 'a ', '\u0300']) readPriceList(filling.repeat(200_000), 'lei')
      // CPU time, in microseconds: a busy machine takes longer by the clock.
      expect(process.cpuUsage(began).user).toBeLessThan(10_000_000)
    })
  })

  describe('importing a price list', () => {
    const existingDish = (id: number, name: string, nameRo: string, category: string, categoryRo = '') => ({
      ...dishInputSchema.parse({ name, nameRo, category, categoryRo: 'Categorie', price: 100 }),
      categoryRo,
      nameIsFallback: false,
      optionGroups: [],
      id,
    })
    const menu = {
      dishes: [
        existingDish(1, 'Tripe soup', 'Ciorbă de burtă', 'Soups', 'Ciorbe'),
        existingDish(2, 'Tea', 'Ceai', 'Hot'),
        existingDish(3, 'Tea', 'Ceai', 'Cold'),
      ],
      categories: [
        { id: 1, name: 'Soups', nameRo: 'Ciorbe' },
        { id: 2, name: 'Hot', nameRo: '' },
        { id: 3, name: 'Cold', nameRo: '' },
      ],
    }
    const planImport = (text: string, inSizes: number[] = []) => {
      const { requests, errors } = parsePriceList(text, menu, 'lei', new Set(inSizes))
      const { outcome, newCategories } = planChange(menu, requests)
      const changed = outcome.changed.map(
        ({ id, changes }) => `${id} ${changes.map((change) => `${change.column} ${change.new}`)}`,
      )
      const added = outcome.additions.map(({ line, name, category, price }) => `${line} ${category}: ${name} ${price}`)
      return {
        changed,
        added,
        newCategories,
        errors: errors.map(({ line, column, messageKey }) => [line, column, messageKey].filter(Boolean).join(' ')),
      }
    }
    const nothing = { changed: [], added: [], newCategories: [], errors: [] }

    it.each([
      ['Borș mic 29 / mare 42', 'Borș', 'mic 2900, mare 4200'],
      ['• Pizza „Quattro” foarte mică 29, foarte mare 42,50', 'Pizza „Quattro”', 'foarte mică 2900, foarte mare 4250'],
      ['Limonadă small 12 – large 18', 'Limonadă', 'small 1200, large 1800'],
      ['Limonadă mică 12 mare 18', 'Limonadă', 'mică 1200, mare 1800'],
      ['Limonadă (mică) 12 lei / (mare) 18 lei', 'Limonadă', 'mică 1200, mare 1800'],
      [
        'Paste: porție mică .... 29; mare .... 42; de familie .... 80',
        'Paste',
        'porție mică 2900, mare 4200, de familie 8000',
      ],
      ['Vin alb 150 ml 14 / 750 ml 60', 'Vin alb', '150 ml 1400, 750 ml 6000'],
      ['Bere 0,5 l 12 | 0,33 l 9', 'Bere', '0,5 l 1200, 0,33 l 900'],
    ])('asks whether %s is one dish in sizes', (line, name, sizes) => {
      const text = `Ciorbe\n${line}\n(de casă)\nSupă 20`
      const { errors } = parsePriceList(text, menu, 'lei')
      const asText = (options: { name: string; price: number }[] = []) =>
        options.map((size) => `${size.name} ${size.price}`).join(', ')
      expect(errors).toMatchObject([{ line: 2, messageKey: 'menuCsv.severalPrices', sizes: { name } }])
      expect(asText(errors[0]?.sizes?.options)).toBe(sizes)
      const { requests, errors: none } = parsePriceList(text, menu, 'lei', new Set([2]))
      expect(none).toEqual([])
      const { outcome } = planChange(menu, requests)
      expect(outcome.additions[0]).toMatchObject({ name, description: 'de casă' })
      expect(asText(outcome.additions[0]?.sizes)).toBe(sizes)
      const price = Math.min(...(outcome.additions[0]?.sizes ?? []).map((size) => size.price))
      expect(requests[0]?.dish).toMatchObject({
        price,
        ownGroup: { name: 'Size', nameRo: 'Mărime', min: 1, max: 1 },
      })
    })

    it('does not change the sizes of a dish that exists', () => {
      expect(planImport('Ciorbe\nCiorbă de burtă mică 29 / mare 42', [2]).errors).toEqual(['2 menuCsv.sizesOfExisting'])
      expect(planImport('Borș mic 29 / mare 42', [1]).errors).toEqual(['1 menuCsv.noHeading'])
    })

    it('adds a dish whose English name follows the Romanian one', () => {
      const { requests } = parsePriceList('Soups\nBorș 25', menu, 'lei')
      expect(requests[0]?.dish).toMatchObject({
        name: 'Borș',
        nameRo: 'Borș',
        nameIsFallback: true,
        categoryRo: 'Ciorbe',
      })
    })

    it('takes lines in brackets below a dish as its description', () => {
      const text = 'Soups\nBorș 25\n(cu smântână, 300 g)\n\n[și ardei 2,50]\nTripe soup 30\n(with garlic)'
      const { requests, errors } = parsePriceList(text, menu, 'lei')
      const description = 'cu smântână, 300 g și ardei 2,50'
      expect(requests.map(({ dish }) => dish)).toMatchObject([
        { name: 'Borș', description, descriptionRo: description },
        // In the language of the name.
        { name: 'Tripe soup', description: 'with garlic', descriptionRo: '' },
      ])
      expect(errors).toEqual([])
    })

    it('changes the prices of existing dishes and adds the others to the category of their heading', () => {
      expect(planImport('CIORBE\n\nciorba de burta 30\nBorș 25\n--- Paste: ---\nCarbonara ... 41,50 lei\n')).toEqual({
        ...nothing,
        changed: ['1 price 3000'],
        added: ['4 Soups: Borș 2500', '6 Paste: Carbonara 4150'],
        newCategories: [{ name: 'Paste', nameRo: 'Paste' }],
      })
    })
    it('finds a dish under another heading or without one if its name is unique', () => {
      expect(planImport('Tripe soup 30')).toEqual({ ...nothing, changed: ['1 price 3000'] })
      expect(planImport('Cold\nTea 5')).toEqual({ ...nothing, changed: ['3 price 500'] })
      expect(planImport('Tea 5\nCoffee 8').errors).toEqual(['1 menuCsv.severalDishes', '2 menuCsv.noHeading'])
    })
    it('adds one category for headings that differ only in case', () => {
      expect(planImport('Paste\nA 1\nPASTE\nB 2').newCategories).toEqual([{ name: 'Paste', nameRo: 'Paste' }])
    })
    it.each([
      ['MENIU\nCiorbe\nBorș 25', ['1 menuCsv.noPrice']],
      ['Ciorbe\nBorș 25\nfără preț', ['3 menuCsv.noPrice']],
      ['Ciorbe\nBorș 25\nBorș 26', ['3 menuCsv.dishTwice']],
      ['(cu smântână)\nCiorbe\nBorș 25', ['1 menuCsv.noDishAbove']],
      ['Ciorbe\n(de casă)\nBorș 25', ['1 menuCsv.noPrice', '3 menuCsv.noHeading']],
      // Of a dish that cannot be read, one error is enough.
      ['Ciorbe\nBorș $5\n(cu smântână)\nSupă 20', ['2 menuCsv.unclearPrice']],
      [`Ciorbe\nBorș 25\n(${'x'.repeat(300)})`, ['3 validation.atMostCharacters 300']],
      [`Ciorbe\nBorș 25\n${`(${'x'.repeat(250)})\n`.repeat(9)}`, ['2 description validation.atMostCharacters 2000']],
      [
        'Toate ciorbele se servesc cu ardei iute.\nBorș 25\nCiorbe de casă, ale bunicii:\nSupă 20',
        ['1 menuCsv.sentence', '2 menuCsv.noHeading'],
      ],
      ['Ciorbe\nBorș €5', ['2 menuCsv.otherCurrency']],
      // None of these lines is a heading or a dish.
      ...[
        'Comenzi: 0712 345 678',
        'Tel. 0264-123456',
        '+40 712 345 678',
        '021.123.45.67',
        'Program 10:00 - 22:00',
        'Borș 28,50 lei / 350 g',
        'Borș 28 lei*',
        'Borș28,50',
        'Borș28.50',
        'Program 10:00-22:30',
        'Borș $12',
        'Borș 1234567890',
        'Bere 12 lei 0,33 l 9 lei',
        'Pizza 28 / 35',
        'Pizza €5 €7',
        'Pizza mică €9 / mare €12',
        'Pizza mică 29 / mică 42',
      ].map((line): [string, string[]] => [`Ciorbe\n${line}\nSupă 20`, ['2 menuCsv.unclearPrice']]),
      ['Ciorbe\nBorș 1000001', ['2 price validation.atMost 100000000']],
      [`Ciorbe\n${'x'.repeat(250)} 5`, ['2 name validation.atMostCharacters 200']],
      [`Ciorbe\n${'x'.repeat(301)} 5\nBorș 5`, ['2 validation.atMostCharacters 300']],
    ])('reports the errors of %j', (text, errors) => {
      expect(planImport(text).errors.sort()).toEqual(errors)
    })
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
