import type { TFunction } from 'i18next'
import { translator } from '#server/platform/language.ts'
import type { CateringEvent, EventLine } from '#shared/contracts/catering.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { CONTENT_LEFT, CONTENT_WIDTH, type Sheet, type Style } from './sheet.ts'

const HEAD: Style = { font: 'strong', size: 8.5, colour: 'muted' }
const NAME: Style = { font: 'strong', size: 9.5 }
const FIGURE: Style = { font: 'text', size: 9.5, tabular: true }
const ALLERGENS: Style = { font: 'text', size: 8, colour: 'muted' }

/** Right edges of the number columns, wide enough for the largest possible amounts. */
const COLUMN_ENDS = {
  amount: CONTENT_LEFT + CONTENT_WIDTH,
  price: CONTENT_LEFT + CONTENT_WIDTH - 102,
  quantity: CONTENT_LEFT + CONTENT_WIDTH - 194,
}
const NAME_WIDTH = CONTENT_WIDTH - 254
const PAD = 6

/** Draws one row per dish. No row is split between pages, and each page begins with the table head. */
export function drawTable(sheet: Sheet, { items, currency }: CateringEvent, language: Language): void {
  const t = translator(language)
  drawHead(sheet, t)
  for (const [i, line] of items.entries()) {
    const name = nameIn(language, line)
    const allergens = allergensOf(line, t)
    const height =
      sheet.height(name, NAME, NAME_WIDTH) + (allergens ? sheet.height(allergens, ALLERGENS, NAME_WIDTH) : 0)
    if (sheet.ensureSpace(height + 2 * PAD)) drawHead(sheet, t)
    else if (i > 0) sheet.rule('line')
    sheet.y += PAD
    sheet.textEndingAt(String(line.quantity), FIGURE, COLUMN_ENDS.quantity)
    sheet.textEndingAt(formatMoney(line.priceAtTimeOfEvent, currency), FIGURE, COLUMN_ENDS.price)
    sheet.textEndingAt(formatMoney(line.priceAtTimeOfEvent * line.quantity, currency), FIGURE, COLUMN_ENDS.amount)
    const nameHeight = sheet.text(name, NAME, CONTENT_LEFT, NAME_WIDTH)
    if (allergens) sheet.text(allergens, ALLERGENS, CONTENT_LEFT, NAME_WIDTH, sheet.y + nameHeight)
    sheet.y += height + PAD
  }
}

function drawHead(sheet: Sheet, t: TFunction): void {
  const height = sheet.text(t('proposal.dish'), HEAD, CONTENT_LEFT, NAME_WIDTH)
  sheet.textEndingAt(t('proposal.quantity'), HEAD, COLUMN_ENDS.quantity)
  sheet.textEndingAt(t('proposal.unitPrice'), HEAD, COLUMN_ENDS.price)
  sheet.textEndingAt(t('proposal.amount'), HEAD, COLUMN_ENDS.amount)
  sheet.y += height + 3
  sheet.rule('accent')
}

/** What the dish declared of its allergens, in the language of the proposal; empty if that is unknown. */
function allergensOf({ allergenCodes, allergens, allergensChecked }: EventLine, t: TFunction): string {
  const declaration = allergenDeclaration({ allergenCodes, allergens, allergensChecked: allergensChecked ?? false })
  if (declaration === 'none') return t('proposal.noAllergens')
  if (declaration === 'undeclared') return allergensChecked === null ? '' : t('menu.allergensUndeclared')
  const groups = allergenCodes.map((code) => t(`menu.allergens.${code}`)).join(', ')
  return t('proposal.allergens', { names: [groups, allergens].filter(Boolean).join('; ') })
}
