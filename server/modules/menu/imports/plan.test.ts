import { describe, expect, it } from 'vitest'
import { CSV_COLUMNS } from '#shared/contracts/menu/menu-imports.ts'
import type { CsvOptions } from './csv-requests.ts'
import { errorsOf, importedDish, planImport, soup } from './fixtures/plan-import.ts'
import { planChange } from './plan.ts'

describe('csv meaning', () => {
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
    it('that are unknown are listed, a repeated one with its number, until the caller says what they are', () => {
      const csv = 'Fel de bază;Gramaj;Lei;Categorie;Gramaj\nBorș;300;28,50;Supe;'
      expect(planImport(csv).askedHeadings).toEqual(['Fel de bază', 'Gramaj', 'Lei', 'Gramaj (2)'])
      const columns = { 'Fel de bază': 'nameRo', Gramaj: null, Lei: 'price', 'Gramaj (2)': null } as const
      const { askedHeadings, errors, outcome } = planImport(csv, { columns })
      expect([askedHeadings, errors, outcome.added]).toEqual([[], [], 1])
      expect(planImport(csv, { columns: { Gramaj: null } }).askedHeadings).toEqual(['Fel de bază', 'Lei', 'Gramaj (2)'])
    })
    it('may all be unknown, with any delimiter', () => {
      for (const delimiter of [',', ';', '\t']) {
        const csv = ['Étel', 'Ár', 'Csoport'].join(delimiter)
        expect(planImport(csv).askedHeadings).toEqual(['Étel', 'Ár', 'Csoport'])
      }
    })
    it('may be chosen for a column that another heading means already: both are asked about again', () => {
      const csv = 'name;Fel;price;category\nBean;Bob;1;Soups'
      expect(planImport(csv, { columns: { Fel: 'name' } })).toMatchObject({
        ...{ askedHeadings: ['name', 'Fel'], errors: [] },
        outcome: { added: 0 },
      })
      expect(planImport(csv, { columns: { Fel: 'name', name: null } }).newDishes).toMatchObject([{ name: 'Bob' }])
    })
  })

  describe('the order of categories', () => {
    const categories = ['Breakfast', 'Soups', 'Desserts'].map((name, i) => ({ id: i + 1, name, nameRo: '' }))
    const orderAfter = (listed: string[], dishes = [soup]) =>
      planChange(
        { dishes, categories },
        listed.map((category, i) => ({
          line: i + 2,
          id: null,
          dish: importedDish({ category }),
          categoryRo: undefined,
        })),
      ).categoryOrder.join(' ')

    it.each([
      [['Pizza', 'Desserts', 'Soups', 'Breakfast'], 'Pizza Desserts Soups Breakfast', []],
      [['Desserts', 'Pizza', 'Breakfast'], 'Soups Desserts Pizza Breakfast', []],
      [['Pizza', 'Pasta'], 'Breakfast Soups Desserts Pizza Pasta', []],
      [['Soups', 'Pizza'], 'Breakfast Soups Pizza Desserts', [soup]],
      [['Pizza', 'Soups', 'Desserts'], 'Breakfast Pizza Soups Desserts', [soup]],
      [['Desserts', 'Soups'], 'Breakfast Soups Desserts', [soup]],
    ])('follows the list %s where they had no dishes: %s', (listed, after, dishes) => {
      expect(orderAfter(listed, dishes)).toBe(after)
    })
  })

  describe('the name of a dish without an English one', () => {
    const borsch = { ...importedDish({ name: 'Borș', nameRo: 'Borș', nameIsFallback: true }), id: 7 }
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

  describe('new dishes whose category has one of this name', () => {
    const namesakes = (rows: string) => {
      const { outcome } = planImport(`id,name,nameRo,price,category\n${rows}`)
      return [outcome.namesakes, ...outcome.additions.flatMap(({ line, isNamesake }) => (isNamesake ? [line] : []))]
    }
    it.each<[string, number[]]>([
      [',Pea soup,,1,Supe', [0]],
      [',BÉAN soup,,1,supe', [1, 2]],
      [',,Fel,1,Soups', [1, 2]],
      [',Bean soup,,1,Mains', [0]],
      [',Tea,,1,Hot\n,,TEA,1,hot\n,Tea,Ceai,1,Cold', [1, 3]],
      ['7,Bean soup,,1,Soups', [0]],
      ['7,Tea,,1,Hot\n,tea,,1,Hot', [1, 3]],
    ])('are counted, on the menu and in the file: %j', (rows, expected) => {
      expect(namesakes(rows)).toEqual(expected)
    })
  })

  describe('whole prices', () => {
    const file = (...prices: (string | number)[]) =>
      `name;price;category\n${prices.map((price, i) => `Dish ${i};${price};Soups`).join('\n')}`
    const question = (csv: string, options: Partial<CsvOptions> = {}) => {
      const { asksPrices, priceExamples } = planImport(csv, options).question
      return { asksPrices, priceExamples }
    }

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
      expect(errorsOf(file('€12', '28 lei', '12 kg'))).toEqual([
        '2 price menuCsv.otherCurrency',
        '4 price menuCsv.price',
      ])
      expect(planImport(file('€12'), { currency: 'eur' }).newDishes).toMatchObject([{ price: 1200 }])
      expect(planImport(file('28 lei'), { currency: 'eur' }).errors).toMatchObject([
        { messageKey: 'menuCsv.otherCurrency' },
      ])
    })
    it('of Masa’s own export are minor units without a question, of any other file with ids they are asked about', () => {
      expect(question('id;price\n7;28')).toEqual({ asksPrices: true, priceExamples: [28] })
      const cells = CSV_COLUMNS.map((column) => ({ id: '7', price: '28' })[column as string] ?? '')
      const own = (id: string) => `${CSV_COLUMNS.join(';')}\n${[id, ...cells.slice(1)].join(';')}`
      expect(question(own('7'))).toEqual({ asksPrices: false, priceExamples: [] })
      // A filled template.
      expect(question(own(''))).toEqual({ asksPrices: true, priceExamples: [28] })
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
    const pizza = { ...importedDish({ name: 'Pizza', category: 'Pizza', categoryRo: 'Pizze' }), id: 8 }
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
      expect(planFor('id,category,categoryRo\n8,Calzone,Calzoni').added).toEqual([
        { name: 'Calzone', nameRo: 'Calzoni' },
      ])
    })
  })
})
