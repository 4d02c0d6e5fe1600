import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { EventLine } from '#shared/contracts/catering.ts'
import { eventSums } from '#shared/domain/catering.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { plainMoney } from '#shared/domain/money.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'
import type { Proposal, ProposedEvent } from './render.ts'

/** Static fonts of the product's families; pdfkit embeds only the glyphs a document uses. */
const FONT_FILES = { text: 'Inter-Regular', strong: 'Inter-SemiBold', display: 'Fraunces-SemiBold' } as const
type FontName = keyof typeof FONT_FILES
export const FONT_NAMES = Object.keys(FONT_FILES) as FontName[]

const opened = new Map<FontName, ReturnType<typeof openSync>>()

/** Fonts are cached: reading one takes as long as a page. `calt` is off: it draws arrows, and takes the most time. */
export function loadFont(name: FontName): ReturnType<typeof openSync> {
  const cached = opened.get(name)
  if (cached) return cached
  const font = openSync(fileURLToPath(new URL(`./fonts/${FONT_FILES[name]}.ttf`, import.meta.url)))
  const layout = font.layout.bind(font)
  const withFeatures = (text: string, features: readonly string[] = []) =>
    layout(text, { calt: false, tnum: features.includes('tnum') })
  const configured = Object.assign(font, { layout: withFeatures })
  opened.set(name, configured)
  return configured
}

/* A4 pages with text at given positions, in points (72 per inch) from the top left corner. */

/** The colours of the light theme (client/app/tokens.css): paper is white. */
const COLOURS = { ink: '#2A211B', muted: '#6F6258', line: '#E8DED3', accent: '#B4410E' } as const

interface Style {
  font: FontName
  size: number
  colour?: keyof typeof COLOURS
  /** Digits of equal width, for columns of numbers. */
  tabular?: boolean
  align?: 'right'
}

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = { top: 56, side: 56, bottom: 72 }

const CONTENT_LEFT = MARGIN.side
const CONTENT_WIDTH = PAGE.width - 2 * MARGIN.side
const RIGHT = CONTENT_LEFT + CONTENT_WIDTH
const BOTTOM = PAGE.height - MARGIN.bottom
const FOOTER_Y = PAGE.height - 48

class Sheet {
  /** The vertical position where the next content begins. */
  y = MARGIN.top
  readonly #doc: PDFKit.PDFDocument

  /** @param CreationDate a fixed date, so that equal content gives equal bytes */
  constructor(lang: Language, info: { Title: string; Author: string; CreationDate: Date }) {
    this.#doc = new PDFDocument({
      size: 'A4',
      margins: { ...MARGIN, left: MARGIN.side, right: MARGIN.side },
      bufferPages: true,
      lang,
      displayTitle: true,
      info: { ...info, Creator: 'Masa' },
    })
    // The types allow only files, but pdfkit also accepts an opened font.
    for (const name of FONT_NAMES) this.#doc.registerFont(name, loadFont(name) as unknown as Buffer)
  }

  /** Draws text that wraps at a width, ignoring its own line breaks. @returns its height */
  text(words: string, style: Style, x: number, width: number, y = this.y): number {
    const height = this.height(words, style, width)
    this.#pen(style).text(withoutLineBreaks(words), x, y, { width, ...textOptions(style) })
    return height
  }

  textEndingAt(words: string, style: Style, right: number, y = this.y): void {
    const pen = this.#pen(style)
    const features = featuresOf(style)
    pen.text(words, right - pen.widthOfString(words, features), y, { lineBreak: false, ...features })
  }

  height(words: string, style: Style, width: number): number {
    return this.#pen(style).heightOfString(withoutLineBreaks(words), { width, ...textOptions(style) })
  }

  /** Draws text with its line breaks over as many pages as it needs, and moves `y` below it. */
  longText(words: string, style: Style): void {
    this.#pen(style).text(words, CONTENT_LEFT, this.y, { width: CONTENT_WIDTH, ...textOptions(style) })
    this.y = this.#doc.y
  }

  rule(colour: 'line' | 'accent', { from = CONTENT_LEFT, to = RIGHT, y = this.y } = {}): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(COLOURS[colour]).stroke()
  }

  /** Starts a new page if less than `height` is left on this one. @returns whether it did */
  ensureSpace(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.#doc.addPage()
    this.y = MARGIN.top
    return true
  }

  /** Draws the footer of every page. Call after all content is drawn. */
  writeFooters(words: string): void {
    const style: Style = { font: 'text', size: 8, colour: 'muted' }
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page)
      this.rule('line', { y: FOOTER_Y - 8 })
      this.#pen(style).text(withoutLineBreaks(words), CONTENT_LEFT, FOOTER_Y, { lineBreak: false })
      this.textEndingAt(`${page + 1} / ${count}`, style, RIGHT, FOOTER_Y)
    }
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.#doc.end()
    // A copy, because the worker hands over its whole memory.
    return new Uint8Array(await buffer(this.#doc))
  }

  #pen({ font, size, colour = 'ink' }: Style): PDFKit.PDFDocument {
    return this.#doc.font(font).fontSize(size).fillColor(COLOURS[colour])
  }
}

const withoutLineBreaks = (words: string) => words.replace(/\s+/g, ' ')
const featuresOf = ({ tabular }: Style) => (tabular ? { features: ['tnum'] as PDFKit.Mixins.OpenTypeFeatures[] } : {})
const textOptions = (style: Style) => ({ lineGap: style.size * 0.25, align: style.align, ...featuresOf(style) })

const HEAD: Style = { font: 'strong', size: 8.5, colour: 'muted' }
const DISH: Style = { font: 'strong', size: 9.5 }
const FIGURE: Style = { font: 'text', size: 9.5, tabular: true }
const ALLERGENS: Style = { font: 'text', size: 8, colour: 'muted' }

/** Right edges of the number columns, wide enough for the largest possible amounts. */
const COLUMN_ENDS = { amount: RIGHT, price: RIGHT - 102, quantity: RIGHT - 194 }
const NAME_WIDTH = CONTENT_WIDTH - 254
const PAD = 6

/** Draws one row per dish. No row is split between pages, and each page begins with the table head. */
function drawTable(sheet: Sheet, { items, currency }: ProposedEvent, language: Language): void {
  const t = translator(language)
  drawHead(sheet, t)
  for (const [i, line] of items.entries()) {
    const name = nameIn(language, line)
    // Chosen options and allergens follow below the name in the same small type.
    const small = [optionsOf(line, language, t), allergensOf(line, t)].filter(Boolean).join('\n')
    const height = sheet.height(name, DISH, NAME_WIDTH) + (small ? sheet.height(small, ALLERGENS, NAME_WIDTH) : 0)
    if (sheet.ensureSpace(height + 2 * PAD)) drawHead(sheet, t)
    else if (i > 0) sheet.rule('line')
    sheet.y += PAD
    sheet.textEndingAt(String(line.quantity), FIGURE, COLUMN_ENDS.quantity)
    sheet.textEndingAt(plainMoney(line.priceAtTimeOfEvent, currency), FIGURE, COLUMN_ENDS.price)
    sheet.textEndingAt(plainMoney(line.priceAtTimeOfEvent * line.quantity, currency), FIGURE, COLUMN_ENDS.amount)
    const nameHeight = sheet.text(name, DISH, CONTENT_LEFT, NAME_WIDTH)
    if (small) sheet.text(small, ALLERGENS, CONTENT_LEFT, NAME_WIDTH, sheet.y + nameHeight)
    sheet.y += height + PAD
  }
}

function drawHead(sheet: Sheet, t: TFunction): void {
  const height = sheet.text(t('reportHeadings.dish'), HEAD, CONTENT_LEFT, NAME_WIDTH)
  sheet.textEndingAt(t('reportHeadings.quantity'), HEAD, COLUMN_ENDS.quantity)
  sheet.textEndingAt(t('proposal.unitPrice'), HEAD, COLUMN_ENDS.price)
  sheet.textEndingAt(t('proposal.amount'), HEAD, COLUMN_ENDS.amount)
  sheet.y += height + 3
  sheet.rule('accent')
}

/** The chosen options in the language of the proposal; empty if there are none. */
function optionsOf({ options }: EventLine, language: Language, t: TFunction): string {
  return options
    .map(({ without, quantity, ...option }) => {
      const name = nameIn(language, option)
      if (without) return t('proposal.without', { name })
      return quantity > 1 ? `${quantity} × ${name}` : name
    })
    .join(', ')
}

/** The allergens that the dish declares, in the language of the proposal; empty if it declares nothing. */
function allergensOf({ allergenCodes, allergens, allergensChecked }: EventLine, t: TFunction): string {
  const declaration = allergenDeclaration({ allergenCodes, allergens, allergensChecked: allergensChecked ?? false })
  if (declaration === 'none') return t('proposal.noAllergens')
  if (declaration === 'undeclared') return allergensChecked === null ? '' : t('menu.allergensUndeclared')
  const groups = allergenCodes.map((code) => t(`menu.allergens.${code}`)).join(', ')
  return t('menu.allergensText', { text: [groups, allergens].filter(Boolean).join('; ') })
}

const RESTAURANT: Style = { font: 'display', size: 20 }
const TITLE: Style = { font: 'display', size: 28 }
const TEXT: Style = { font: 'text', size: 10 }
const STRONG: Style = { font: 'strong', size: 10 }
const SMALL: Style = { font: 'text', size: 8.5, colour: 'muted' }
const LABEL: Style = { font: 'strong', size: 8.5, colour: 'accent' }
const SUM: Style = { font: 'strong', size: 13, tabular: true }
const GAP = 24
const HALF = (CONTENT_WIDTH - GAP) / 2

/** Equal input gives equal bytes, without clock or chance (docs/product/catering.md#catering-proposal). */
export function proposalPdf({ event, enteredOn, restaurant, language }: Proposal): Promise<Uint8Array<ArrayBuffer>> {
  const t = translator(language)
  const author = restaurant.restaurantName ?? 'Masa'
  const title = t('proposal.title')
  const sheet = new Sheet(language, { Title: title, Author: author, CreationDate: new Date(event.createdAt) })
  const formatDay = (day: string) => formatLongDay(day, language)
  drawLetterhead(sheet, restaurant, t)
  sheet.y += sheet.text(title, TITLE, CONTENT_LEFT, CONTENT_WIDTH)
  const number = t('proposal.number', { id: event.id, date: formatDay(enteredOn) })
  sheet.y += sheet.text(number, { ...TEXT, colour: 'muted' }, CONTENT_LEFT, CONTENT_WIDTH) + 20
  drawCustomerAndEvent(sheet, event, formatDay, t)
  if (event.items.length > 0) drawTable(sheet, event, language)
  drawSums(sheet, event, t)
  drawNotes(sheet, event, t)
  sheet.writeFooters(author)
  return sheet.bytes()
}

/** Selects the font for the restaurant's name: the font of headings has no Greek and no Cyrillic. */
export function nameFont(name: string): FontName {
  const display = loadFont('display')
  return [...name].every((letter) => display.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) ? 'display' : 'strong'
}

function drawLetterhead(sheet: Sheet, restaurant: Proposal['restaurant'], t: TFunction): void {
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = restaurant
  const tax = taxNumber && `${t('settings.taxNumber')} ${taxNumber}`
  const details = [restaurantAddress, restaurantPhone, legalName, tax].filter((line) => typeof line === 'string')
  const top = sheet.y
  const shownName = restaurantName ?? 'Masa'
  const name = sheet.text(shownName, { ...RESTAURANT, font: nameFont(shownName) }, CONTENT_LEFT, HALF)
  let y = top + 4
  for (const line of details) y += sheet.text(line, { ...SMALL, align: 'right' }, CONTENT_LEFT + HALF + GAP, HALF, y)
  sheet.y = Math.max(top + name, y) + 12
  sheet.rule('accent')
  sheet.y += 28
}

/** Draws the customer in the left column and the event in the right one. */
function drawCustomerAndEvent(sheet: Sheet, event: ProposedEvent, formatDay: (day: string) => string, t: TFunction) {
  const top = sheet.y
  const column = (x: number, label: string, lines: [text: string, style: Style][]) => {
    sheet.y = top
    sheet.y += sheet.text(label, LABEL, x, HALF) + 4
    for (const [text, style] of lines) if (text) sheet.y += sheet.text(text, style, x, HALF) + 1
    return sheet.y
  }
  const left = column(CONTENT_LEFT, t('proposal.customer'), [
    // The lines are empty once the personal data is erased.
    [event.customerName || '–', STRONG],
    [phoneForPeople(event.customerPhone), TEXT],
    [event.customerEmail, TEXT],
  ])
  const right = column(CONTENT_LEFT + HALF + GAP, t('proposal.event'), [
    [formatDay(event.eventDate), STRONG],
    [t('catering.guests', { count: event.numberOfGuests }), TEXT],
    [t('catering.validUntil', { day: formatDay(event.validUntil) }), TEXT],
  ])
  sheet.y = Math.max(left, right) + 24
}

function drawSums(sheet: Sheet, event: ProposedEvent, t: TFunction): void {
  const { total, totalAfterDiscount, perGuest } = eventSums(event)
  const amount = (minor: number) => plainMoney(minor, event.currency)
  const from = CONTENT_LEFT + CONTENT_WIDTH * 0.3
  const row = (label: string, value: string, style: Style) => {
    const height = sheet.text(label, { ...style, tabular: false }, from, CONTENT_WIDTH)
    sheet.textEndingAt(value, { ...style, tabular: true }, RIGHT)
    sheet.y += height + 3
  }
  // Keeps the sums together on one page.
  sheet.ensureSpace(120)
  sheet.y += 14
  const isReduced = event.discount > 0
  if (isReduced) {
    row(t('orders.total'), amount(total), TEXT)
    row(t('proposal.discount', { percent: event.discount }), amount(totalAfterDiscount - total), TEXT)
    sheet.y += 5
  }
  sheet.rule('accent', { from })
  sheet.y += 9
  row(t(isReduced ? 'catering.totalAfterDiscount' : 'orders.total'), amount(totalAfterDiscount), SUM)
  sheet.y += 2
  row(t('catering.perGuest'), amount(perGuest), { ...TEXT, colour: 'muted' })
  sheet.y += 22
}

function drawNotes(sheet: Sheet, event: ProposedEvent, t: TFunction): void {
  if (event.notes) {
    // Keeps the heading together with the first lines.
    sheet.ensureSpace(60)
    sheet.y += sheet.text(t('customers.notes'), LABEL, CONTENT_LEFT, CONTENT_WIDTH) + 4
    sheet.longText(event.notes, TEXT)
    sheet.y += 16
  }
  const remarks = [t('menu.pricesIncludeVat'), event.items.length > 0 && t('proposal.allergensNote')].filter(Boolean)
  const text = remarks.join(' ')
  sheet.ensureSpace(sheet.height(text, SMALL, CONTENT_WIDTH))
  sheet.text(text, SMALL, CONTENT_LEFT, CONTENT_WIDTH)
}
