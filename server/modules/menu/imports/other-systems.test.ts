import { describe, expect, it } from 'vitest'
import { importsFixture } from './fixtures/imports.ts'

/* Files of other systems, and of spreadsheets, as they come (docs/product/menu.md#menu-csv-headings). */

const { exportMenu, exportedBefore, importCsv, server } = importsFixture()

const preview = (csv: string, columns?: object, query = '') =>
  importCsv(csv, `?dryRun=true${query}${columns ? `&columns=${encodeURIComponent(JSON.stringify(columns))}` : ''}`)
const taken = ({ headings = [] }: { headings?: { heading: string; column: string | null }[] }) =>
  Object.fromEntries(headings.map(({ heading, column }) => [heading, column]))

describe('the numbers of another system', () => {
  it.each([
    'id,name,category,price\n1,Cappuccino,Coffee,28',
    'ID;Denumire;Categorie;Preț\n1;Cappuccino;Cafea;28',
    'Id\tName\tnameRo\tCategory\tPrice\tisActive\n1\tCappuccino\tCappuccino\tCoffee\t28\ttrue',
  ])('are not Masa’s: they are asked about, and change no dish (%j)', async (csv) => {
    const [id = ''] = csv.split(/[,;\t]/)
    for (const query of ['', '?dryRun=true']) {
      const refused = await importCsv(csv, query)
      expect(refused).toMatchObject({ status: 400, code: 'unknown_columns', columns: [id] })
      expect(refused.headings?.[0]).toEqual({ heading: id, column: null, meant: 'id' })
    }
    expect(await exportMenu()).toBe(exportedBefore())
    expect(await preview(csv, { [id]: null })).toMatchObject({
      ...{ status: 200, added: 1, changed: [], asksPrices: true, priceExamples: [28] },
    })
    // Said to be Masa's, its prices are still those of an unknown file.
    expect(await preview(csv, { [id]: 'id' })).toMatchObject({ status: 200, added: 0, asksPrices: true })
  })

  it('need no answer where none is given', async () => {
    expect(await preview('id,name,category,price\n,Cappuccino,Coffee,2800')).toMatchObject({ status: 200, added: 1 })
  })

  it('are Masa’s under the heading row of its export, with rows or columns added', async () => {
    const [headings, ...rows] = exportedBefore().trim().split('\r\n')
    const csv = [`${headings},Notes`, ...rows.map((row) => `${row.replace(',2850,', ',50,')},x`)].join('\r\n')
    expect(await preview(csv, { Notes: null })).toMatchObject({
      ...{ status: 200, added: 0, asksPrices: false },
      changed: [{ id: server.soup, changes: [{ column: 'price', old: '2850', new: '50' }] }],
    })
  })
})

describe('headings', () => {
  it('are listed with what they were taken for, and each can be changed or left out', async () => {
    const csv = 'Denumire;Preț;Categorie;Descriere\nBorș;28,50;Ciorbe;Acru'
    const first = await preview(csv)
    expect(taken(first)).toEqual({
      ...{ Denumire: 'nameRo', Preț: 'price', Categorie: 'category', Descriere: 'descriptionRo' },
    })
    const changed = await preview(csv, { Denumire: 'name', Descriere: null })
    expect(taken(changed)).toEqual({ Denumire: 'name', Preț: 'price', Categorie: 'category', Descriere: null })
    expect(changed.additions).toMatchObject([{ name: 'Borș', nameRo: '', description: '' }])
  })

  it.each([
    [
      'Loyverse',
      'Handle,SKU,Name,Category,Cost,Price [SHOP]\nesp,1,Espresso,Coffee,3.10,9.00',
      ['Cost', 'Price [SHOP]'],
    ],
    [
      'WooCommerce',
      'Name,Regular price,Sale price,Categories\nEspresso,9.00,8.00,Coffee',
      ['Regular price', 'Sale price'],
    ],
    ['two shops', 'Name,Category,Price [A],Price [B]\nEspresso,Coffee,9.00,10.00', ['Price [A]', 'Price [B]']],
    ['Odoo', 'Denumire,Categorie produs,Preț de vânzare,Cost\nEspresso,Cafea,9.00,3.00', ['Preț de vânzare', 'Cost']],
    ['one twice', 'Name,Category,Price,Price\nEspresso,Coffee,9.00,10.00', ['Price', 'Price (2)']],
  ])('of which two mean one field are asked about (%s)', async (_, csv, claimants) => {
    const unknown = { Handle: null, SKU: null }
    const refused = await preview(csv, unknown)
    expect(refused).toMatchObject({ status: 400, code: 'unknown_columns', columns: claimants })
    const meant = refused.headings?.filter(({ heading }) => claimants.includes(heading))
    expect(meant).toEqual(claimants.map((heading) => ({ heading, column: null, meant: 'price' })))
    const [first = '', second = ''] = claimants
    expect(await preview(csv, { ...unknown, [first]: 'price', [second]: 'price' })).toMatchObject({
      columns: claimants,
    })
    const settled = await preview(csv, { ...unknown, [first]: null, [second]: 'price' })
    expect(settled).toMatchObject({ status: 200, bad: [], added: 1 })
    expect(taken(settled)).toMatchObject({ [first]: null, [second]: 'price' })
  })

  it.each(['28.000', '1.250', '12 500'])(
    'over prices like %s, which may have three decimals, are asked about',
    async (price) => {
      const csv = `Name;Category;Price\nTea;Hot;${price}\nSoup;Hot;2850\nCake;Hot;3000`
      expect(await preview(csv)).toMatchObject({ status: 200, bad: [], asksPrices: true })
    },
  )

  it.each([
    'Cost',
    'Cost price',
    'Preț achiziție',
    'Preț de achiziție (lei)',
    'Preț (EUR)',
    'Price €',
    'Price (£)',
    'Price [$]',
  ])('that may mean other prices than the menu’s are asked about (%s)', async (heading) => {
    const csv = `Name;Category;${heading}\nTea;Hot;9.00`
    const refused = await preview(csv)
    expect(refused).toMatchObject({ status: 400, code: 'unknown_columns', columns: [heading] })
    expect(refused.headings?.[2]).toEqual({ heading, column: null, meant: 'price' })
    expect(await preview(csv, { [heading]: 'price' })).toMatchObject({ status: 200, bad: [], added: 1 })
  })

  it.each([
    ['Token,Item Name,Visibility,Price,Category\nX1,Tea,hidden,9.00,Hot', { Token: null }],
    ['Category name;Item name;Item description;Price\nHot;Tea;Green;9.00', {}],
    ['menu_id,menu_name,menu_price,categories\n1,Tea,9.00,Hot', { menu_id: null }],
    [
      'Handle,Title,Body (HTML),Product Category,Published,Variant Price\ntea,Tea,<b>Green</b>,Hot,FALSE,9.00',
      { Handle: null },
    ],
    ['Nume produs;Denumire categorie;Preț vânzare (lei)\nCeai;Calde;9,00', {}],
  ])('of other systems are known (%j)', async (csv, columns) => {
    const { status, bad, additions, newCategories } = await preview(csv, columns)
    expect([status, bad, additions?.length, additions?.[0]?.price, newCategories?.length]).toEqual([200, [], 1, 900, 1])
  })
})

describe('a file of another program', () => {
  it.each([
    'sep=;\nDenumire;Preț;Categorie\nBorș;28,50;Ciorbe',
    '"sep=,"\r\nName,Price,Category\r\n"Borș","28,50",Ciorbe',
    'sep=\t\nName\tPrice\tCategory\nBorș\t28,50\tCiorbe',
    'Meniu La Conac;;\n;;\nActualizat la 1 noiembrie 2026, ora 10;;\nDenumire;Preț;Categorie\nBorș;28,50;Ciorbe',
    'Price list, autumn, 2026\nDenumire;Preț;Categorie\nBorș;28,50;Ciorbe',
  ])('has its headings below other lines in %j', async (csv) => {
    const { status, bad, additions } = await preview(csv)
    const line = csv.split(/\r?\n/).length
    expect([status, bad, additions]).toMatchObject([200, [], [{ line, price: 2850, category: 'Ciorbe' }]])
  })

  it.each([
    ['visible', true],
    ['Hidden', false],
    ['-1', false],
    ['1', true],
    ['Y', true],
    ['N', false],
    ['ascuns', false],
    ['Afișat', true],
    ['draft', false],
    ['inactiv', false],
  ])('says %s for whether a dish is shown', async (cell, isActive) => {
    const { changed, bad } = await preview(`id,isActive\n${server.soup},${cell}`, { id: 'id' })
    expect([bad, changed?.length]).toEqual([[], isActive ? 0 : 1])
  })

  it.each(['Ciorb? de burt?', 'Tocăni?ă', 'Bor?', '?uică', 'Ciorb\uFFFD de burt\uFFFD', 'Pr?jitur? cu mere'])(
    'that lost letters is refused for new texts: %s',
    async (name) => {
      const { bad } = await preview(`Denumire;Preț;Categorie;Descriere\n${name};28,50;Ciorbe;Cum? Acru. Serios? Da!`)
      expect(bad?.map(({ line, column }) => [line, column])).toEqual([[2, 'nameRo']])
    },
  )

  it('that lost letters changes no text of an existing dish', async () => {
    const lost = exportedBefore().replace(/[ăâîșțĂÂÎȘȚ]/g, '?')
    expect(lost).not.toBe(exportedBefore())
    expect(await preview(lost)).toMatchObject({ status: 200, bad: [], changed: [], added: 0 })
  })

  it.each([
    ['<p>Cu sm&acirc;nt&acirc;nă</p>', 'Cu smântână'],
    ['<p>Caf&eacute; &amp; cr&egrave;me</p>\\n<p>cald&#259;</p>', 'Café & crème\ncaldă'],
    ['Supă\\ncu tăiței', 'Supă\ncu tăiței'],
    ['<!-- wp:paragraph --><p class=""x"">A<br/>B</p><script>evil()</script>', 'A\nB'],
    ['<ul><li>lapte</li><li>ou&abreve;</li></ul>&nbsp;', 'lapte\nouă'],
    ['5 < 6 & 7 > 6 &bogus; &#x110000; &lt;b&gt;', '5 < 6 & 7 > 6 &bogus; &#x110000; <b>'],
    ['&bdquo;de cas&abreve;&rdquo; &ndash; 10&nbsp;&euro; &scedil;i &#8230;', '„de casă” – 10 € și …'],
  ])('has its text without HTML: %s', async (html, text) => {
    const { additions, bad } = await preview(`Name,Price,Category,Description\nA &amp; B,28.50,Ciorbe,"${html}"`)
    expect([bad, additions]).toMatchObject([[], [{ name: 'A & B', description: text }]])
  })

  it('of Masa itself keeps what looks like HTML', async () => {
    const [headings] = exportedBefore().split('\r\n')
    const cells = ['', 'A &amp; B', '<b>', ...Array(22).fill('')]
    cells[5] = '2850'
    cells[6] = 'Test soups'
    expect((await preview(`${headings}\r\n${cells.join(',')}`)).additions).toMatchObject([
      { name: 'A &amp; B', nameRo: '<b>' },
    ])
  })

  it('that names a dish of its category again, or one twice, has these rows counted', async () => {
    const csv = 'Name,Price,Category\nBEAN SOUP,28.50,supe de proba\nTea,9.00,Hot\ntea,9.00,HOT\nTea,9.00,Cold'
    const outcome = await preview(csv)
    expect(outcome).toMatchObject({ status: 200, added: 4, changed: [], namesakes: 2 })
    expect(outcome.additions.map(({ isNamesake }) => isNamesake)).toEqual([true, false, true, false])
  })
})
