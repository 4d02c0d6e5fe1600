import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import { Money } from '../../ui/parts/text.tsx'
import { t } from '../../ui/translation.ts'
import type { ShownOffer } from './offers-now.ts'
import { inParts, money } from './settings.ts'

interface DishPriceProps {
  dish: Pick<MenuItem, 'price' | 'fromPrice'> & { offer: ShownOffer | null }
  className?: string
  /** What stands beside the price. */
  children?: ReactNode
}

/** What a dish costs now. While a rule lowers it, also its list price and until when (docs/product/menu.md#menu-offer). */
export function DishPrice({ dish: { price, fromPrice, offer }, className, children }: DishPriceProps) {
  const list = fromPrice ?? price
  const now = fromPrice === null ? loweredPrice(price, offer?.percent ?? 0) : (offer?.fromPrice ?? fromPrice)
  const isLowered = now < list
  return (
    <>
      {fromPrice !== null && <span className="mr-1.5 text-sm text-muted">{t('menu.from')}</span>}
      {isLowered && (
        <s aria-hidden="true" className="figures mr-1.5 text-sm text-muted">
          {inParts(list).figure}
        </s>
      )}
      <Money parts={inParts(now)} className={className} />
      {isLowered && <span className="sr-only"> {t('menu.insteadOf', { price: money(list) })},</span>}
      {children}
      {/* A line of its own on a card, where the stepper may need the room beside the price. */}
      {offer?.ends && <span className="w-full text-sm text-muted"> {offer.ends}</span>}
    </>
  )
}
