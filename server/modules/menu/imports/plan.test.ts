import { describe, expect, it } from 'vitest'
import type { CsvOptions } from './csv-requests.ts'
import { errorsOf, importedDish, planImport, soup } from './fixtures/plan-import.ts'
import { missingAdultTag, planChange } from './plan.ts'

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

  describe('a row that names a dish of the menu', () => {
    const csv = 'nameRo,price,category\nFEL,3000,supe\nFel,3000,Mains\nBean soup,3100,Soups'
    const planOf = (namesakes?: CsvOptions['namesakes'], file = csv) => {
      const { outcome, question, errors } = planImport(file, { namesakes })
      const changed = outcome.changed.flatMap(({ id, changes }) =>
        changes.map(({ column, new: to }) => `${id} ${column} ${to}`),
      )
      return { asked: question.namesakes.map(({ line }) => line), added: outcome.added, changed, errors }
    }

    it('is asked about, and adds another dish unless it changes the dish or is left out', () => {
      expect(planOf()).toEqual({ asked: [2, 4], added: 3, changed: [], errors: [] })
      expect(planOf('skip')).toEqual({ asked: [2, 4], added: 1, changed: [], errors: [] })
      expect(planOf('update', csv.replace('\nBean soup,3100,Soups', ''))).toEqual({
        ...{ asked: [2], added: 1, errors: [] },
        changed: ['7 nameRo FEL', '7 price 3000'],
      })
    })
    it('changes a dish once, and need not name it in both languages', () => {
      expect(planOf('update').errors).toEqual([{ line: 4, column: '', messageKey: 'menuCsv.dishTwice' }])
      expect(planOf('update', 'name,nameRo,price,category\nBean soup,,3000,Soups').changed).toEqual(['7 price 3000'])
    })
    it('with an id is not asked about', () => {
      expect(planOf(undefined, 'id,name,price,category\n7,Bean soup,3000,Soups').asked).toEqual([])
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
        { line: 2, name: 'A', nameRo: 'Fel', price: 99, old: 2850, reason: 'low' },
        { line: 3, name: 'B', nameRo: 'Fel', price: 100_001, old: 2850, reason: 'high' },
        { line: 4, name: 'C', nameRo: 'Fel', price: 1424, old: 2850, reason: 'changed' },
        { line: 8, name: 'G', nameRo: '', price: 0, reason: 'low' },
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

describe('adults only', () => {
  const tagOf = (nameRo: string, category = 'Menu', tags: string[] = []) =>
    missingAdultTag({ name: nameRo, nameRo, category, tags })

  describe('alcohol', () => {
    it.each([
      ['Vin roșu 150 ml', 'alcohol'],
      ['House wine', 'alcohol'],
      ['Pahar de vin alb', 'alcohol'],
      ['ȚUICĂ de prune', 'alcohol'],
      ['Pălincă 50ml', 'alcohol'],
      ['Aperol Spritz', 'alcohol'],
      ['Gin tonic', 'alcohol'],
      ['Cocktail de casă', 'alcohol'],
      ['Ursus, bere blondă 0,5', 'beer'],
      ['Draft beer', 'beer'],
      ['IPA', 'beer'],
    ])('is recognized in %s', (name, tag) => {
      expect(tagOf(name)).toBe(tag)
    })

    it.each([
      ['Fetească neagră', 'Vinuri', 'alcohol'],
      ['Corona', 'Beers', 'beer'],
      ['Mușchi de vită', 'Feluri principale', undefined],
      ['Bere fără alcool', 'Bere', undefined],
      ['Virgin mojito', 'Cocktailuri', undefined],
      ['Limonadă', 'Băuturi nealcoolice', undefined],
      ['Tonic', 'Non-alcoholic drinks', undefined],
    ])('is recognized by the category of %s in %s', (name, category, tag) => {
      expect(tagOf(name, category)).toBe(tag)
    })

    it.each([
      'Vinete la grătar',
      'Mușchi în sos de vin roșu',
      'Midii cu vin alb',
      'Coq au vin',
      'Fish in beer batter',
      'Ginger beer',
      'Ginger tea',
      'Berea',
      'Pizza Margherita',
      'Roman salad',
      'Original',
      'Berenice',
      'Salată',
    ])('is not recognized in %s', (name) => {
      expect(tagOf(name)).toBeUndefined()
    })

    it('is recognized in either name, and not if the dish is marked already', () => {
      expect(missingAdultTag({ name: 'Plum brandy', nameRo: 'De prune', category: '', tags: [] })).toBe('alcohol')
      expect(tagOf('Bere', 'Bere', ['beer'])).toBeUndefined()
      expect(tagOf('Bere', 'Bere', ['alcohol'])).toBeUndefined()
    })
  })
})
