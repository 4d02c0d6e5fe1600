import { describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { importedDish, planImport, soup } from '#server/testing/plan-import.ts'
import { writeCsv } from './csv.ts'

describe('an import', () => {
  it('of 5,000 rows lets others have their turn after every few of them', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `Soup ${i},2850,Soups`)
    let turns = 0
    let next = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    const { outcome } = await planImport(`name,price,category\n${rows.join('\n')}`)
    clearImmediate(next)
    expect(outcome.added).toBe(5000)
    // Rows are parsed, read and compared in batches of five.
    expect(turns).toBeGreaterThan((3 * 5000) / 5)
  })
})

describe('whole prices of a file', () => {
  const asks = async (prices: string[], given = {}) =>
    (await planImport(`name;price;category\n${prices.map((price) => `A;${price};B`).join('\n')}`, given)).asksPrices

  it('are asked about if more than half of them would be below 10.00, until somebody says what they are', async () => {
    expect(await asks(['28', '999', '1000'])).toBe(true)
    expect(await asks(['28', '1000', '0', '9,50'])).toBe(false)
    expect(await asks(['28,00', '9.50', '0'])).toBe(false)
    expect(await asks(['28'], { prices: 'minor' })).toBe(false)
  })

  it('are asked about whatever the ids, but not where they are the prices of these dishes', async () => {
    const cheap = [7, 8, 9].map((id) => ({ ...soup, id, price: 500 + id }))
    const asksWith = async (csv: string) => (await planImport(csv, { dishes: cheap })).asksPrices
    expect(await asksWith('id,price\n7,28\n8,12')).toBe(true)
    expect(await asksWith(await writeCsv(cheap))).toBe(false)
    expect(await asksWith('id,price\n7,507\n8,12')).toBe(false)
    expect(await asksWith('id,price\n7,507\n8,12\n9,13')).toBe(true)
  })

  it('are minor units, or what the request says; amounts are amounts', async () => {
    const dishes = [{ ...soup, price: 28 }]
    expect((await planImport('id,price\n7,28', { dishes })).changedDishes).toEqual([])
    const { changedDishes } = await planImport('id,price\n7,28', { dishes, prices: 'major' })
    expect(changedDishes.map(({ after }) => after.price)).toEqual([2800])
    const { newDishes } = await planImport('name;price;category\nA;28,5;B\nC;28 lei;B', { prices: 'major' })
    expect(newDishes.map(({ price }) => price)).toEqual([2850, 2800])
  })
})

describe('ids of a file', () => {
  const dishes = ['Pea soup', 'Leek soup', 'Fish soup', 'Tripe soup'].map((name, i) => ({
    ...{ ...soup, id: i + 1, name, nameRo: `Supa ${i + 1}` },
  }))
  /** The number of dishes that the question names; 0 without a question. */
  const asked = async (csv: string, given: Parameters<typeof planImport>[1] = {}) => {
    const plan = await planImport(csv, { dishes, ids: undefined, ...given }).catch((error) => error)
    return plan instanceof AppError ? [plan.code, plan.details.renamed?.length] : 0
  }
  const ASKS = (count: number) => ['asks_ids', count]

  it.each([
    ['id,name\n1,Tea\n2,Leek soup', ASKS(1)],
    ['id,name\n1,Tea\n2,Leek soup\n3,Fish soup', 0],
    ['id,name\n1,Tea\n2,Coffee\n3,Rum\n4,Gin\n5,Beer', ASKS(3)],
    // Unknown ids and new rows are no dishes of the menu.
    ['id,name\n1,Tea\n2,Coffee\n3,Fish soup\n97,A\n98,B\n,C', ASKS(2)],
    ['id,name\n97,A\n98,B', 0],
    // The Romanian name counts where the file has no English one, or the dish.
    ['id,Denumire\n1,Ceai\n2,Cafea', ASKS(2)],
    ['id,Denumire\n1,SUPA 1\n2,Cafea\n3,Supă 3', 0],
    ['id,name,nameRo\n1,pea  soup,Ceai\n2,Léek soup,Cafea', 0],
    // Other columns, and no name, rename nothing.
    ['id,price\n1,2800\n2,1200', 0],
    ['id,name\n1,\n2, ', 0],
  ])('are asked about if at least half of the dishes get another name: %j', async (csv, expected) => {
    expect(await asked(csv)).toEqual(expected)
  })

  it('of a dish whose English name follows the Romanian one are told by the latter', async () => {
    const followers = dishes.map((dish) => ({ ...dish, name: dish.nameRo, nameIsFallback: true }))
    expect(await asked('id,name,nameRo\n1,Pea soup,Supa 1', { dishes: followers })).toBe(0)
    expect(await asked('id,name,nameRo\n1,Pea soup,Ceai', { dishes: followers })).toEqual(ASKS(1))
    const english = dishes.map((dish) => ({ ...dish, nameRo: '' }))
    expect(await asked('id,nameRo\n1,Ceai', { dishes: english })).toEqual(ASKS(1))
  })

  const other = 'id,name,category,price\n1,Tea,Soups,1200\n1,PEA SOUP,Soups,2800\nX-5,Rum,Soups,3000'
  it('are Masa’s or ignored, as the request says', async () => {
    expect((await planImport('id,name\n1,Tea', { dishes, ids: 'own' })).outcome.changed).toMatchObject([{ id: 1 }])
    const { outcome, errors } = await planImport(other, { dishes, ids: 'other' })
    expect([errors, outcome.changed, outcome.added, outcome.duplicates, outcome.left]).toEqual([[], [], 3, 1, 4])
  })
})

describe('a dish without an English name', () => {
  it('takes the Romanian one, and its category too', async () => {
    const { newDishes, newCategories } = await planImport(
      'Denumire;Preț;Categorie;Descriere\nBorș;28,50;supe;Acru\nPapanași;24,00;Deserturi;',
    )
    expect(newDishes).toMatchObject([
      { name: 'Borș', nameRo: 'Borș', nameIsFallback: true, price: 2850, category: 'Soups', descriptionRo: 'Acru' },
      { name: 'Papanași', nameRo: 'Papanași', nameIsFallback: true, price: 2400, category: 'Deserturi' },
    ])
    expect(newCategories).toEqual([{ name: 'Deserturi', nameRo: 'Deserturi' }])
  })

  const borsch = { ...soup, ...importedDish({ name: 'Borș', nameRo: 'Borș', nameIsFallback: true }) }
  it.each([
    ['id,nameRo\n7,Ciorbă', [['Ciorbă', 'Ciorbă', true]]],
    ['id,name,nameRo\n7,Borș,Ciorbă', [['Ciorbă', 'Ciorbă', true]]],
    ['id,name,nameRo\n7,Sour soup,Borș', [['Sour soup', 'Borș', false]]],
    ['id,name,nameRo\n7,Borș,Borș', []],
  ])('after %j is %j', async (csv, names) => {
    const { changedDishes } = await planImport(csv, { dishes: [borsch] })
    expect(changedDishes.map(({ after }) => [after.name, after.nameRo, after.nameIsFallback])).toEqual(names)
  })
})

describe('new dishes whose category has one of this name', () => {
  it.each([
    [',Pea soup,,1,Supe', 0],
    [',BÉAN soup,,1,supe', 1],
    [',,Fel,1,Soups', 1],
    [',Bean soup,,1,Mains', 0],
    [',Tea,,1,Hot\n,tea,,1,HOT\n,Tea,,1,Cold', 1],
    ['7,Tea,,1,Soups\n,Tea,,1,Soups', 1],
  ])('are counted: %j', async (rows, count) => {
    expect((await planImport(`id,name,nameRo,price,category\n${rows}`)).outcome.duplicates).toBe(count)
  })
})

describe('the category of a row', () => {
  it('is found by either name, ignoring case and diacritics; new ones that fold alike are one', async () => {
    const { newDishes, outcome } = await planImport(
      'name,price,category\nA,1,SOUPS\nB,1,șupe\nC,1,Paste\nD,1,PASTE\nE,1,Păste',
    )
    expect(newDishes.map(({ category }) => category)).toEqual(['Soups', 'Soups', 'Paste', 'Paste', 'Paste'])
    expect(outcome.newCategories).toEqual(['Paste'])
    expect((await planImport('id,category\n7,SUPE')).outcome).toMatchObject({ changed: [], left: 1 })
  })

  const pizza = {
    ...importedDish({ name: 'Pizza', category: 'Pizza', categoryRo: 'Pizze' }),
    id: 8,
  }
  const dishes = [soup, { ...soup, id: 9, name: 'Pea soup' }, pizza]
  it.each([
    // A Romanian name changes for all dishes of the category, without raising their versions.
    ['id,categoryRo\n7,Ciorbe', { renamed: ['Ciorbe'], changed: 2 }],
    ['id,categoryRo\n7,Ciorbe\n9,Zeamă', { renamed: ['Ciorbe'], changed: 2, error: 'menuCsv.otherCategoryRo Ciorbe' }],
    ['id,categoryRo\n7,Ciorbe\n9,Supe', { renamed: ['Ciorbe'], changed: 2, error: 'menuCsv.otherCategoryRo Ciorbe' }],
    ['id,categoryRo\n7,\n9,', { renamed: [''], changed: 2 }],
    ['name,price,category,categoryRo\nBorscht,1,Soups,', {}],
    // It stays with its category when a dish moves to another one.
    ['id,category,categoryRo\n8,Soups,Pizze', { changed: 1, own: 1 }],
    ['id,category,categoryRo\n8,Calzone,Pizze', { changed: 1, own: 1, added: [''] }],
    ['id,category,categoryRo\n8,Calzone,Calzoni', { changed: 1, own: 1, added: ['Calzoni'] }],
  ])('changes with its Romanian name by %j: %j', async (csv, expected) => {
    const { renamedCategories, newCategories, outcome, errors, changedDishes } = await planImport(csv, { dishes })
    expect({
      renamed: renamedCategories.map(({ nameRo }) => nameRo),
      added: newCategories.map(({ nameRo }) => nameRo),
      ...{ changed: outcome.changed.length, own: changedDishes.length, error: errors[0]?.messageKey },
    }).toEqual({ renamed: [], added: [], changed: 0, own: 0, error: undefined, ...expected })
  })
})
