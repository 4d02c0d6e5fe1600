import type { TFunction } from 'i18next'
import { words } from '#server/platform/language.ts'
import type { CateringEvent, EventLine } from '#shared/contracts/catering.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { LEFT, type Sheet, type Style, WIDTH } from './sheet.ts'

const HEAD: Style = { font: 'strong', size: 8.5, colour: 'muted' }
const NAME: Style = { font: 'strong', size: 9.5 }
const FIGURE: Style = { font: 'text', size: 9.5, tabular: true }
const ALLERGENS: Style = { font: 'text', size: 8, colour: 'muted' }

/** Where the columns of figures end; the widest amounts there can be fit. */
const ENDS = { amount: LEFT + WIDTH, price: LEFT + WIDTH - 102, quantity: LEFT + WIDTH - 194 }
const NAME_WIDTH = WIDTH - 254
const PAD = 6

/** The dishes, a row each; no row is torn by the end of a page, and each page begins with the head. */
export function drawTable(sheet: Sheet, { items, currency }: CateringEvent, language: Language): void {
  const t = words(language)
  drawHead(sheet, t)
  for (const [i, line] of items.entries()) {
    const name = nameIn(language, line)
    const allergens = allergensOf(line, t)
    const height =
      sheet.height(name, NAME, NAME_WIDTH) + (allergens ? sheet.height(allergens, ALLERGENS, NAME_WIDTH) : 0)
    if (sheet.need(height + 2 * PAD)) drawHead(sheet, t)
    else if (i > 0) sheet.rule('line')
    sheet.y += PAD
    sheet.textTo(String(line.quantity), FIGURE, ENDS.quantity)
    sheet.textTo(formatMoney(line.priceAtTimeOfEvent, currency), FIGURE, ENDS.price)
    sheet.textTo(formatMoney(line.priceAtTimeOfEvent * line.quantity, currency), FIGURE, ENDS.amount)
    const written = sheet.text(name, NAME, LEFT, NAME_WIDTH)
    if (allergens) sheet.text(allergens, ALLERGENS, LEFT, NAME_WIDTH, sheet.y + written)
    sheet.y += height + PAD
  }
}

function drawHead(sheet: Sheet, t: TFunction): void {
  const height = sheet.text(t('proposal.dish'), HEAD, LEFT, NAME_WIDTH)
  sheet.textTo(t('proposal.quantity'), HEAD, ENDS.quantity)
  sheet.textTo(t('proposal.unitPrice'), HEAD, ENDS.price)
  sheet.textTo(t('proposal.amount'), HEAD, ENDS.amount)
  sheet.y += height + 3
  sheet.rule('accent')
}

/** The groups that the law names, in the language, and what the kitchen wrote beside them; empty if there are none. */
function allergensOf({ allergenCodes, allergens }: EventLine, t: TFunction): string {
  const named = allergenCodes.map((code) => t(`menu.allergens.${code}`)).join(', ')
  const all = [named, allergens].filter(Boolean).join('; ')
  return all && t('proposal.allergens', { names: all })
}
