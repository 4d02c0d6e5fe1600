import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { normalized, type PositionedText, pagesOf, textOf } from '#server/testing/pdf.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { eventSums } from '#shared/domain/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import { FONT_NAMES, loadFont, nameFont } from './proposal-pdf.ts'
import { type Proposal, renderProposal } from './render.ts'

type Line = CateringEvent['items'][number]
const line = (more: Partial<Line> = {}): Line => ({
  id: 1,
  menuItemId: 1,
  quantity: 2,
  name: 'Bean soup',
  nameRo: 'Ciorbă de fasole',
  priceAtTimeOfEvent: 2850,
  options: [],
  allergenCodes: [],
  allergens: null,
  allergensChecked: null,
  ...more,
})
const NOBODY = { customerName: '', customerEmail: '', customerPhone: '', notes: null }
const NO_DETAILS: Proposal['restaurant'] = {
  restaurantName: null,
  restaurantAddress: null,
  restaurantPhone: null,
  legalName: null,
  taxNumber: null,
}
const RESTAURANT: Proposal['restaurant'] = {
  restaurantName: 'La Conac',
  restaurantAddress: 'Strada Țebea 14, Brașov',
  restaurantPhone: '+40 268 000 014',
  legalName: 'La Conac Ospătărie SRL',
  taxNumber: 'RO00000014',
}

function proposal(language: Language, more: Partial<CateringEvent> = {}, restaurant = RESTAURANT): Proposal {
  const event = {
    id: 12,
    customerName: 'Ștefania Țîrlea',
    customerEmail: 'stefania@exemplu.ro',
    customerPhone: '40712345678',
    eventDate: '2026-12-24',
    numberOfGuests: 40,
    discount: 12.5,
    notes: 'Două mese; ÎNTRE ferestre.',
    language,
    status: 'pending' as const,
    currency: 'lei' as const,
    items: [line({ allergenCodes: ['gluten', 'celery'], allergens: 'urme de nuci' }), line({ quantity: 1 })],
    validUntil: '2026-12-04',
    createdAt: '2026-11-20T22:30:00.000Z',
    updatedAt: '2026-11-20T22:30:00.000Z',
    ...more,
  }
  const { total, totalAfterDiscount } = eventSums(event)
  return { event: { ...event, total, totalAfterDiscount }, enteredOn: '2026-11-21', restaurant, language }
}
const manyLines = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    line({ name: `Dish ${i + 1}`, nameRo: `Preparatul ${i + 1}`, quantity: i + 1, allergenCodes: ['milk'] }),
  )

/** Has longer than the server gives it: beside other tests its thread has a low priority. */
const render = (one: Proposal) => renderProposal(one, 120_000)

describe('the PDF of a proposal', () => {
  it('contains all data and sums in English', async () => {
    const [page = '', ...others] = await pagesOf(await render(proposal('en')))
    expect(others).toEqual([])
    for (const text of [
      'La Conac',
      'Strada Țebea 14, Brașov',
      '+40 268 000 014',
      'La Conac Ospătărie SRL',
      'Tax number (CUI) RO00000014',
      'Catering proposal',
      'No. 12 · Saturday 21 November 2026',
      'Ștefania Țîrlea',
      '+40 712 345 678',
      'stefania@exemplu.ro',
      'Thursday 24 December 2026',
      '40 guests',
      'Valid until Friday 4 December 2026',
      'Dish Quantity Unit price Amount',
      'Bean soup 2 28.50 LEI 57.00 LEI',
      'Allergens: Gluten, Celery; urme de nuci',
      'Bean soup 1 28.50 LEI 28.50 LEI',
      'Total 85.50 LEI',
      'Discount 12.5% -10.69 LEI',
      'Total after discount 74.81 LEI',
      'Per guest 1.87 LEI',
      'Notes Două mese; ÎNTRE ferestre.',
      'Prices include VAT.',
      'La Conac 1/1',
    ]) {
      expect(normalized(page)).toContain(text)
    }
  })

  it('contains the same in Romanian, with all Romanian letters', async () => {
    const letters = 'ăâîșțĂÂÎȘȚ €12.00 –'
    const [page = ''] = await pagesOf(await render(proposal('ro', { notes: letters, numberOfGuests: 19 })))
    for (const text of [
      'CUI RO00000014',
      'Ofertă de catering',
      'Nr. 12 · sâmbătă, 21 noiembrie 2026',
      'Pentru Eveniment Ștefania Țîrlea joi, 24 decembrie 2026 +40 712 345 678 19 invitați',
      'Valabilă până la vineri, 4 decembrie 2026',
      'Preparat Cantitate Preț unitar Valoare',
      'Ciorbă de fasole 2 28.50 LEI 57.00 LEI',
      'Alergeni: Gluten, Țelină; urme de nuci',
      'Reducere 12.5% -10.69 LEI',
      'Total după reducere 74.81 LEI',
      'Pe persoană 3.94 LEI',
      `Mențiuni ${letters}`,
      'Prețurile includ TVA.',
    ]) {
      expect(normalized(page)).toContain(text)
    }
  })

  it.each([
    ['none of the 14, checked', { allergensChecked: true }, 'Allergens: none of the 14'],
    ['not declared', { allergensChecked: false }, 'Allergens not declared: ask us'],
    ['not declared, but described', { allergensChecked: false, allergens: 'nuci' }, 'Allergens: nuci'],
  ])('says of a dish whose allergens are %s what is true', async (_, declared, words) => {
    const [page = ''] = await pagesOf(await render(proposal('en', { items: [line(declared)] })))
    expect(page).toContain(words)
  })

  it('shows euros, and no discount if there is none', async () => {
    const [page = ''] = await pagesOf(await render(proposal('en', { currency: 'eur', discount: 0 })))
    expect(normalized(page)).toContain('Bean soup 2 €28.50 €57.00')
    expect(normalized(page)).toContain('Total €85.50 Per guest €2.14')
    expect(page).not.toMatch(/discount/i)
  })

  it('can be rendered without dishes, total, restaurant details and personal data', async () => {
    const [withoutTotal = ''] = await pagesOf(await render(proposal('en', { discount: 100, ...NOBODY }, NO_DETAILS)))
    expect(normalized(withoutTotal)).toMatch(/^ ?Masa Catering proposal/)
    expect(normalized(withoutTotal)).toContain('Total after discount 0.00 LEI')
    expect(withoutTotal).not.toMatch(/undefined|null|NaN|\+|CUI/)
    const [withoutDishes = ''] = await pagesOf(await render(proposal('en', { items: [], discount: 0 })))
    expect(normalized(withoutDishes)).toContain('Total 0.00 LEI')
    expect(withoutDishes).not.toMatch(/Unit price|Allergens/)
  })

  it('repeats the table head on each page, and contains each dish once, in order', async () => {
    const count = 60
    const pages = await pagesOf(await render(proposal('en', { items: manyLines(count), notes: null })))
    expect(pages.length).toBeGreaterThan(count / 30)
    const withRows = pages.filter((page) => /Dish \d/.test(page))
    for (const page of withRows) expect(normalized(page)).toContain('Dish Quantity Unit price Amount')
    for (const [i, page] of pages.entries()) expect(normalized(page)).toContain(`La Conac ${i + 1}/${pages.length}`)
    const rows = pages.join('').match(/Dish \d+ .*\n+ *Allergens: Milk/g) ?? []
    expect(rows.map((row) => Number(/Dish (\d+)/.exec(row)?.[1]))).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    )
  })

  it('wraps long names and notes within their column and the page', async () => {
    const longName = 'Platou țărănesc cu mușchi file, cașcaval afumat și zacuscă de casă, '.repeat(2)
    const items = [
      line({ name: longName, nameRo: longName, quantity: 9999, priceAtTimeOfEvent: 100_000_000 }),
      line({ name: 'x'.repeat(200), nameRo: 'x'.repeat(200), quantity: 9999, priceAtTimeOfEvent: 100_000_000 }),
    ]
    const notes = 'Mențiune lungă. '.repeat(125)
    const pdf = await render(proposal('ro', { items, notes, customerName: 'Țîrlea '.repeat(14) }))
    const words = await wordsOf(pdf)
    expect(words.filter(({ text }) => text === 'lungă.').length).toBe(125)
    expect(words.map(({ text }) => text)).toContain('9999000000.00')
    for (const { text, left, right, top, bottom } of words) {
      expect([text, left >= 55, right <= 541, top >= 50, bottom <= 810]).toEqual([text, true, true, true, true])
    }
    const names = words.filter(({ text }) => /^(x+|Platou|mușchi|cașcaval|zacuscă)$/.test(text))
    expect(names.length).toBeGreaterThan(8)
    for (const { text, right } of names) expect([text, right < 296]).toEqual([text, true])
  })

  it('removes line breaks from names and keeps those of the notes', async () => {
    const multiline = Array.from({ length: 50 }, (_, i) => `r${i}`).join('\n')
    const items = [line({ name: multiline, allergens: multiline })]
    const details = { ...RESTAURANT, restaurantName: 'La\nConac', restaurantAddress: multiline }
    const more = { items, customerName: multiline, notes: 'one\ntwo\n\nthree' }
    const [page = '', ...others] = await pagesOf(await render(proposal('en', more, details)))
    expect(others).toEqual([])
    expect(normalized(page)).toContain('La Conac 1/1')
    expect(page).toMatch(/^one\n+two\n+three$/m)
  })

  it('uses fonts with all letters of both languages', () => {
    const letters = 'ăâîșțĂÂÎȘȚ€–·„”“×'
    expect(FONT_NAMES.length).toBe(3)
    for (const name of FONT_NAMES) {
      const font = loadFont(name)
      expect([...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([])
    }
  })
})

describe('rendering a proposal', () => {
  it('gives the same bytes again, after other proposals and in another process', async () => {
    const input = proposal('ro', { items: manyLines(20) })
    const first = Buffer.from(await render(input))
    await render(proposal('en', { items: [line({ name: 'Ünüsual — ﬁne' })] }))
    expect(Buffer.from(await render(input)).equals(first)).toBe(true)
    const script = fileURLToPath(new URL('./proposal-pdf.ts', import.meta.url))
    const code = `const { proposalPdf } = await import(${JSON.stringify(script)})
      process.stdout.write(await proposalPdf(JSON.parse(process.argv[1])))`
    const otherProcess = spawnSync(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(input)], {
      env: { PATH: process.env.PATH, TZ: 'Asia/Tokyo' },
      maxBuffer: 16 * 1024 * 1024,
    })
    expect(otherProcess.stderr.toString()).not.toMatch(/Error/)
    expect(otherProcess.stdout.equals(first)).toBe(true)
  })

  it('embeds only the glyphs that are used, so that the file stays small', async () => {
    expect((await render(proposal('en'))).length).toBeLessThan(40_000)
  })
})

/** Every word of a PDF with the position of its piece of text. */
async function wordsOf(pdf: Uint8Array): Promise<PositionedText[]> {
  const pieces = (await textOf(pdf)).flat()
  return pieces.flatMap((piece) => piece.text.split(/\s+/).map((text) => ({ ...piece, text })))
}

it('a name that the font of headings lacks is drawn in that of text', () => {
  expect(['La Conac Șuțu', 'Ταβέρνα', 'Ресторан'].map((name) => nameFont(name))).toEqual([
    'display',
    'strong',
    'strong',
  ])
})
