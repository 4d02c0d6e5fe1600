import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { type CartLine, linePrice } from '#shared/domain/orders/cart.ts'
import { t } from '../../ui/translation.ts'

type Priced = Pick<CartLine, 'dish' | 'options'>

/** What a portion of a line would cost without the rule that lowers it, in minor units. */
export const listPriceOf = (line: Priced): number => linePrice({ ...line, dish: { ...line.dish, offer: null } })

type Ordered = { price: number; listPrice?: number | undefined; quantity: number }

/** What an ordered line would cost without a price rule, in words, as its sum is shown; undefined if none lowered it. */
export function lineInsteadOf(currency: Currency, line: Ordered): string | undefined {
  const { price, listPrice = price, quantity } = line
  const { prefix, figure } = moneyParts(listPrice * quantity, currency)
  return listPrice > price ? t('menu.insteadOf', { price: prefix + figure }) : undefined
}
