import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CUT_HERE, paperFromBytes } from '#server/testing/paper-from-bytes.ts'
import { bill } from '#shared/domain/printing/bill.ts'
import { CUT, inColumns, line, type PrintedRow, widthInColumns } from '#shared/domain/printing/columns.ts'
import { dayReport } from '#shared/domain/printing/day-report.ts'
import { kitchenTicket } from '#shared/domain/printing/kitchen-ticket.ts'
import type { PrinterColumns } from '#shared/domain/printing/printers.ts'
import { lineOnPaper, RESTAURANT, tableOrderOnPaper, ticketOnPaper } from '#shared/domain/printing/printing.fixture.ts'
import { receipt } from '#shared/domain/printing/receipt.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { encodeForStar, starType, testPage } from '../documents.ts'
import { escPos } from './esc-pos.ts'

const STATIONS = [
  { id: 1, name: 'Grill', nameRo: 'Grătar' },
  { id: 2, name: 'Bar', nameRo: 'Bar' },
]
const order = tableOrderOnPaper({
  items: [
    lineOnPaper({
      ...{ stationId: 1, guestName: 'Ana', notes: 'fără ardei iute' },
      options: [
        { name: 'Spicy', nameRo: 'Iute', quantity: 1, without: false },
        { name: 'onion', nameRo: 'ceapă', quantity: 1, without: true },
      ],
    }),
    lineOnPaper({ id: 2, stationId: 1, name: 'Schnitzel', nameRo: 'Șnițel vienez cu cartofi țărănești', quantity: 1 }),
    lineOnPaper({ id: 3, stationId: 1, name: 'Mici, 5 pieces', nameRo: 'Mici, 5 bucăți', quantity: 3 }),
  ],
})
const inLanguage = (language: 'en' | 'ro') => {
  const t = translator(language)
  return { t, restaurant: { ...RESTAURANT, language, stations: STATIONS } }
}

const DOCUMENTS: Record<string, (language: 'en' | 'ro', columns: PrinterColumns) => PrintedRow[]> = {
  kitchen: (language) => {
    const { restaurant, t } = inLanguage(language)
    const pickup = { ...order, pickupAt: '2026-11-20T18:15:00.000Z' }
    return kitchenTicket(pickup, ticketOnPaper({ stationId: 1, printedAt: 'once' }), restaurant, t)
  },
  receipt: (language) => receipt(order, inLanguage(language).restaurant),
  bill: (language) => bill({ ...order, currency: language === 'en' ? 'eur' : 'lei' }, inLanguage(language).restaurant),
  day: () =>
    dayReport(
      {
        headings: ['Raport de zi', 'Nr. 0143'],
        facts: [['De la', '20.11.2026, 06:00']],
        sections: [{ title: 'Numerar', total: 125_000, rows: [{ label: 'Fond', amount: 20_000 }] }],
        note: 'Lipsesc doi lei, găsiți mâine',
        notFiscal: 'Nu este document fiscal',
        currency: 'lei',
      },
      RESTAURANT,
    ),
  test: (language, columns) => testPage({ name: 'Bucătărie', columns, mode: 'image' }, 4821, language),
}

/** Compares what a printer would draw with the picture in `server/testing/fixtures`, and creates missing pictures. */
async function expectPicture(name: string, bytes: Buffer): Promise<void> {
  const strips = paperFromBytes(bytes).flatMap((part) => (typeof part === 'object' ? part : []))
  const width = strips[0]?.width ?? 0
  const bits = Buffer.concat(strips.map(({ dots }) => dots))
  const dots = Buffer.from(
    Array.from({ length: bits.length * 8 }, (_, i) => ((bits[i >> 3] as number) & (0x80 >> (i & 7)) ? 0 : 255)),
  )
  const file = new URL(`../../../testing/fixtures/paper/${name}.png`, import.meta.url)
  if (!existsSync(file)) {
    const raw = { width, height: dots.length / width, channels: 1 as const }
    writeFileSync(file, await sharp(dots, { raw }).png({ palette: true, colours: 2 }).toBuffer())
  }
  const drawn = await sharp(readFileSync(file)).extractChannel(0).raw().toBuffer()
  expect(dots.length).toBe(drawn.length)
  // Processors round differently at the edges of letters.
  const others = dots.reduce((sum, dot, i) => sum + (dot === drawn[i] ? 0 : 1), 0)
  expect(others / dots.length).toBeLessThan(0.002)
}

describe('a document for a printer', () => {
  // The longer words of Romanian are on the narrow paper.
  it.each(
    Object.keys(DOCUMENTS).flatMap((name) => [
      { name, language: 'ro', columns: 32 } as const,
      { name, language: 'en', columns: 48 } as const,
    ]),
  )('draws $name in $language on $columns columns', async ({ name, language, columns }) => {
    const rows = inColumns(columns, () => DOCUMENTS[name]?.(language, columns) ?? [])
    await expectPicture(`${name}-${language}-${columns}`, await escPos(rows, { columns, mode: 'image' }))
  })

  const inText = async (rows: readonly PrintedRow[], columns: PrinterColumns = 32) =>
    paperFromBytes(await escPos(rows, { columns, mode: 'text' }))

  it('has the letters of the code page, and none that it lacks', async () => {
    const page = testPage({ name: 'Bar', columns: 32, mode: 'text' }, 17, 'ro')
    expect((await inText(page)).join('\n')).toMatchInlineSnapshot(`
      "L |PAGINĂ DE PROBĂ
        |              Bar
        |┌──────────────────────────────┐
        |│ ăâîşţ ĂÂÎŞŢ                  │
        |│ EUR12.00 -> 28.50 lei        │
        |└──────────────────────────────┘
        |   Chenarul ajunge la ambele
        |            margini
      LI|   FĂRĂ ceapă
        |--------------------------------
        |     Numărul acestei pagini
      L |       17
        |
      cut"
    `)
    expect(await inText([line('Ștefan “Łódź” 日本 \u{1F600} №7 → …')])).toMatchInlineSnapshot(`
      [
        "  |Ştefan "▯▯d▯" ?? ? No7 -> ...",
        "cut",
      ]
    `)
  })

  it('keeps sums at the right edge where a letter becomes several', async () => {
    const rows = bill({ ...order, currency: 'eur' }, RESTAURANT)
    const sums = (await inText(rows)).flatMap((part) => (typeof part === 'string' && /EUR\d/.test(part) ? part : []))
    expect(sums.length).toBeGreaterThan(5)
    for (const sum of sums) expect(widthInColumns(sum)).toBe('  |'.length + 32)
  })

  it('is cut at its end, and where it is several papers', async () => {
    const rows = [line('Ana'), CUT, line('Mihai')]
    const isCut = (part: unknown) => part === CUT_HERE
    expect((await inText(rows)).map(isCut)).toEqual([false, true, false, true])
    expect(paperFromBytes(await escPos(rows, { columns: 42, mode: 'image' })).map(isCut)).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('is a picture of the paper’s width, however long it is', async () => {
    const rows = Array.from({ length: 1_100 }, () => line('ă'))
    const png = sharp(await encodeForStar(rows, { columns: 48, mode: 'image' }))
    expect(`image/${(await png.metadata()).format}`).toBe(starType({ mode: 'image' }))
    expect(await png.metadata()).toMatchObject({ width: 576, height: 33_000 })
    const strips = paperFromBytes(await escPos(rows, { columns: 42, mode: 'image' }))
    expect(strips.filter((part) => typeof part === 'object' && part.width === 504)).toHaveLength(138)
  })

  it('has only letters that every printer has where it is sent to Star as text', async () => {
    const rows = [line('Ștefan: €12.00 → 日'), line('Suc 1½ l')]
    const document = await encodeForStar(rows, { columns: 48, mode: 'text' })
    expect(document.toString()).toBe('Stefan: EUR12.00 -> ?\nSuc 1 1/2 l\n')
  })
})
