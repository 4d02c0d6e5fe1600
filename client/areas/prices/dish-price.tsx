import type { ReactNode } from 'react'
import type { MenuItem, Offer } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { pricesOf } from '#shared/domain/menu/offers.ts'
import { inParts, money } from '../../lib/settings/settings.ts'
import { Money } from '../../ui/parts/text.tsx'
import { language, t } from '../../ui/translation.ts'

/** An offer as pages show it. */
export interface ShownOffer extends Offer {
  /** Until when it runs, in words. */
  ends?: string | undefined
}

interface DishPriceProps {
  dish: Pick<MenuItem, 'price' | 'fromPrice'> & { offer: ShownOffer | null }
  className?: string
  /** Whether the name of the offer stands above it already. */
  isNamed?: boolean
  /** What stands beside the price. */
  children?: ReactNode
}

/** What a dish costs now. While a rule lowers it, also its list price, by which rule, and until when (docs/product/menu.md#menu-offer). */
export function DishPrice({ dish, className, isNamed = false, children }: DishPriceProps) {
  const { fromPrice, offer } = dish
  const { list, now } = pricesOf(dish)
  const isLowered = now < list
  const about = offer && [offer.ends, !isNamed && nameIn(language, offer)].filter(Boolean).join(' · ')
  return (
    <>
      {fromPrice !== null && <span className="text-sm text-muted">{t('menu.from')}&nbsp;</span>}
      <Money parts={inParts(now)} className={className} />
      {isLowered && (
        <>
          <s aria-hidden="true" className="figures mr-2.5 ml-2 text-muted text-sm">
            {inParts(list).figure}
          </s>
          <span className="sr-only"> {t('menu.insteadOf', { price: money(list) })},</span>
        </>
      )}
      {children}
      {about && (
        // An upright card has the stepper beside it.
        <span className="min-w-0 truncate text-muted text-small tracking-tight md:mr-[8.5rem]">{about}</span>
      )}
    </>
  )
}
