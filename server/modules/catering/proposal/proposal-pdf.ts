import type { TFunction } from 'i18next'
import { words } from '#server/platform/language.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { eventSums } from '#shared/domain/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { phoneForPeople } from '#shared/domain/phone.ts'
import type { Proposal } from './proposal.ts'
import { LEFT, Sheet, type Style, WIDTH } from './sheet.ts'
import { drawTable } from './table.ts'

const NAME: Style = { font: 'display', size: 20 }
const TITLE: Style = { font: 'display', size: 28 }
const TEXT: Style = { font: 'text', size: 10 }
const STRONG: Style = { font: 'strong', size: 10 }
const SMALL: Style = { font: 'text', size: 8.5, colour: 'muted' }
const LABEL: Style = { font: 'strong', size: 8.5, colour: 'accent' }
const SUM: Style = { font: 'strong', size: 13, tabular: true }
const RIGHT = LEFT + WIDTH
const GAP = 24
const HALF = (WIDTH - GAP) / 2

/**
 * Draws a proposal as PDF (docs/product.md#catering-proposal). The same proposal gives the same bytes: nothing but what it
 * is given goes in, no moment and no chance.
 */
export function proposalPdf({ event, enteredOn, restaurant, language }: Proposal): Promise<Uint8Array<ArrayBuffer>> {
  const t = words(language)
  const author = restaurant.restaurantName ?? 'Masa'
  const title = t('proposal.title')
  const sheet = new Sheet({ title, author, language, made: new Date(event.createdAt) })
  const on = (day: string) => dayInWords(day, language)
  drawLetterhead(sheet, restaurant, t)
  sheet.y += sheet.text(title, TITLE, LEFT, WIDTH)
  const entered = t('proposal.number', { id: event.id, date: on(enteredOn) })
  sheet.y += sheet.text(entered, { ...TEXT, colour: 'muted' }, LEFT, WIDTH) + 20
  drawFacts(sheet, event, on, t)
  if (event.items.length > 0) drawTable(sheet, event, language)
  drawSums(sheet, event, t)
  drawNotes(sheet, event, t)
  sheet.foot(author)
  return sheet.bytes()
}

function drawLetterhead(sheet: Sheet, restaurant: Proposal['restaurant'], t: TFunction): void {
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = restaurant
  const tax = taxNumber && `${t('proposal.taxNumber')} ${taxNumber}`
  const details = [restaurantAddress, restaurantPhone, legalName, tax].filter((line) => typeof line === 'string')
  const top = sheet.y
  const name = sheet.text(restaurantName ?? 'Masa', NAME, LEFT, HALF)
  let y = top + 4
  for (const line of details) y += sheet.text(line, { ...SMALL, align: 'right' }, LEFT + HALF + GAP, HALF, y)
  sheet.y = Math.max(top + name, y) + 12
  sheet.rule('accent')
  sheet.y += 28
}

/** Who it is for, beside what it is for. */
function drawFacts(sheet: Sheet, event: CateringEvent, on: (day: string) => string, t: TFunction): void {
  const top = sheet.y
  const column = (x: number, label: string, lines: [text: string, style: Style][]) => {
    sheet.y = top
    sheet.y += sheet.text(label, LABEL, x, HALF) + 4
    for (const [text, style] of lines) if (text) sheet.y += sheet.text(text, style, x, HALF) + 1
    return sheet.y
  }
  const left = column(LEFT, t('proposal.customer'), [
    // Nobody is there once the person's data are erased.
    [event.customerName || '–', STRONG],
    [phoneForPeople(event.customerPhone), TEXT],
    [event.customerEmail, TEXT],
  ])
  const right = column(LEFT + HALF + GAP, t('proposal.event'), [
    [on(event.eventDate), STRONG],
    [t('proposal.guests', { count: event.numberOfGuests }), TEXT],
    [t('proposal.validUntil', { date: on(event.validUntil) }), TEXT],
  ])
  sheet.y = Math.max(left, right) + 24
}

function drawSums(sheet: Sheet, event: CateringEvent, t: TFunction): void {
  const { total, totalAfterDiscount, perGuest } = eventSums(event)
  const amount = (minor: number) => formatMoney(minor, event.currency)
  const from = LEFT + WIDTH * 0.3
  const row = (label: string, value: string, style: Style) => {
    const height = sheet.text(label, { ...style, tabular: false }, from, WIDTH)
    sheet.textTo(value, { ...style, tabular: true }, RIGHT)
    sheet.y += height + 3
  }
  // All of it on one page.
  sheet.need(120)
  sheet.y += 14
  if (event.discount > 0) {
    row(t('proposal.total'), amount(total), TEXT)
    const percent = event.discount
    row(t('proposal.discount', { percent }), amount(totalAfterDiscount - total), TEXT)
    sheet.y += 5
  }
  sheet.rule('accent', { from })
  sheet.y += 9
  const isReduced = event.discount > 0
  row(t(isReduced ? 'proposal.totalAfterDiscount' : 'proposal.total'), amount(totalAfterDiscount), SUM)
  sheet.y += 2
  row(t('proposal.perGuest'), amount(perGuest), { ...TEXT, colour: 'muted' })
  sheet.y += 22
}

function drawNotes(sheet: Sheet, event: CateringEvent, t: TFunction): void {
  if (event.notes) {
    // Its heading is never the last line of a page.
    sheet.need(60)
    sheet.y += sheet.text(t('proposal.notes'), LABEL, LEFT, WIDTH) + 4
    sheet.longText(event.notes, TEXT)
    sheet.y += 16
  }
  const last = [t('menu.pricesIncludeVat'), event.items.length > 0 && t('proposal.allergensNote')].filter(Boolean)
  const text = last.join(' ')
  sheet.need(sheet.height(text, SMALL, WIDTH))
  sheet.text(text, SMALL, LEFT, WIDTH)
}

function dayInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'ro' ? 'ro-RO' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
