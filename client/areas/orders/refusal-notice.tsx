import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import type { PriceChange, SeenPrice } from '#shared/domain/orders/cart.ts'
import { priceChanges } from '#shared/domain/orders/cart-orders.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { money } from '../../lib/settings/settings.ts'
import { Button, language, t } from '../../ui/index.ts'

interface RefusalNoticeProps {
  refusal: Partial<ErrorBody>
  /** The total with which the order was sent, in minor units. */
  before: number
  /** The dishes as the guest saw them when ordering. */
  shown: readonly (SeenPrice & Named & { options?: readonly ({ id: number; price: number } & Named)[] })[]
  nameOf: (menuItemId: number) => string | undefined
  /** Whether a dish is still in the cart, and can be removed from it. */
  isInCart: (menuItemId: number) => boolean
  onRemove: (menuItemIds: number[]) => void
  /** Lowers the portions of dishes of which fewer are left; undefined if that is not possible. */
  onLimit?: ((dishes: { menuItemId: number; left: number }[]) => void) | undefined
  /** What else the guest can do if the order was refused because of its time. */
  children?: ReactNode
}

export function RefusalNotice(props: RefusalNoticeProps) {
  const { refusal, before, shown, nameOf, isInCart, onRemove, onLimit, children } = props
  const pauseText = usePauseText()
  const { code, message, total, prices = [], options = [], offers = [], unavailable } = refusal
  if (code === 'price_changed' && total !== undefined) {
    // The guest saw what is paid; the server sends list prices, and by how much each dish and its options are lowered.
    const paid = (price: number, dish: number) =>
      loweredPrice(
        price,
        offers.find(({ menuItemId }) => menuItemId === dish),
      )
    const dishChanges = priceChanges(
      shown.map(({ menuItemId, price }) => ({ id: menuItemId, price })),
      prices.map(({ menuItemId, price }) => ({ id: menuItemId, price: paid(price, menuItemId) })),
    )
    const ofOptions = shown.flatMap(({ menuItemId, options: chosen = [] }) =>
      priceChanges(
        chosen,
        options.map(({ id, price }) => ({ id, price: paid(price, menuItemId) })),
      ),
    )
    const optionChanges = [...new Map(ofOptions.map((change) => [keyOfChange(change), change])).values()]
    const optionName = (id: number) => {
      const option = shown.flatMap((dish) => dish.options ?? []).find((one) => one.id === id)
      return option && nameIn(language, option)
    }
    return (
      <Notice title={t('checkout.priceChanged')}>
        <PriceChanges changes={dishChanges} nameOf={nameOf} />
        <PriceChanges changes={optionChanges} nameOf={optionName} />
        <p className="mt-2 flex items-baseline gap-2.5">
          <s className="figures text-muted">{money(before)}</s>
          <span className="display figures text-xl">{money(total)}</span>
        </p>
        <p className="mt-1.5">{t('checkout.priceChangedDescription', { before: money(before), now: money(total) })}</p>
      </Notice>
    )
  }
  if (code === 'item_unavailable' && unavailable) {
    // The others can be ordered, but not with these options.
    const isGone = ({ reason, left }: (typeof unavailable)[number]) =>
      reason === undefined || reason === 'not_served' || left === 0
    const gone = unavailable.filter(isGone)
    const few = unavailable.filter(({ left }) => left)
    const isOver = gone.every(({ reason }) => reason === 'not_served')
    const stillInCart = gone.map(({ menuItemId }) => menuItemId).filter(isInCart)
    // The server does not name dishes that are hidden from the menu, but the guest has seen their names.
    const shownName = (id: number) => {
      const { name, nameRo } = shown.find(({ menuItemId }) => menuItemId === id) ?? {}
      return name && nameIn(language, { name, nameRo })
    }
    const namesOf = (dishes: typeof unavailable) => {
      const names = dishes.map(
        ({ menuItemId, name }) => nameOf(menuItemId) ?? shownName(menuItemId) ?? name ?? t('checkout.aDish'),
      )
      return [...new Set(names)].join(', ')
    }
    const unfit = unavailable.filter((dish) => !isGone(dish) && !dish.left)
    if (gone.length + unfit.length === 0) {
      const limits = few.flatMap(({ menuItemId, left }) =>
        left && left > 0 && isInCart(menuItemId) ? [{ menuItemId, left }] : [],
      )
      const dishes = few.map((dish) => `${namesOf([dish])} (${dish.left})`).join(', ')
      return (
        <Notice title={t('checkout.fewLeft', { dishes })}>
          <p className="mt-1">{t('checkout.lowerQuantity')}</p>
          {onLimit && limits.length > 0 && (
            <Button variant="outline" size="small" className="mt-3" onClick={() => onLimit(limits)}>
              {limits.length > 1 ? t('checkout.takeAllLeft') : t('checkout.takeLeft', { count: limits[0]?.left ?? 0 })}
            </Button>
          )}
        </Notice>
      )
    }
    if (gone.length === 0) {
      return (
        <Notice title={t('cart.unfit', { names: namesOf(unfit) })}>
          <p className="mt-1">{t('checkout.optionsChanged')}</p>
        </Notice>
      )
    }
    return (
      <Notice title={t(isOver ? 'checkout.notServed' : 'checkout.unavailable', { names: namesOf(gone) })}>
        {unfit.length > 0 && <p className="mt-1">{t('cart.unfit', { names: namesOf(unfit) })}</p>}
        <p className="mt-1">
          {t(stillInCart.length > 0 ? 'checkout.unavailableDescription' : 'checkout.unavailableRemoved')}
        </p>
        {stillInCart.length > 0 && (
          <Button variant="outline" size="small" className="mt-3" onClick={() => onRemove(stillInCart)}>
            {t('checkout.removeUnavailable')}
          </Button>
        )}
      </Notice>
    )
  }
  if ((code === 'orders_paused' || code === 'closed') && pauseText) return <Notice title={pauseText}>{children}</Notice>
  if (code === 'table_key' && message) {
    return (
      <Notice title={message}>
        <p className="mt-1">{t('table.scanDescription')}</p>
      </Notice>
    )
  }
  return (
    <Notice title={t('checkout.notSent')}>
      <p className="mt-1">{message ?? t('errors.internal')}</p>
      {children}
    </Notice>
  )
}

/** One option may cost differently in two dishes. */
const keyOfChange = ({ id, before, now }: PriceChange) => `${id} ${before} ${now}`

/** The dishes with a changed price, with both prices; screen readers get a whole sentence. */
function PriceChanges({ changes, nameOf }: { changes: readonly PriceChange[]; nameOf: RefusalNoticeProps['nameOf'] }) {
  if (changes.length === 0) return null
  return (
    <ul className="mt-2 divide-y divide-line border-line border-b">
      {changes.map((change) => {
        const { id, before, now } = change
        const name = nameOf(id) ?? t('checkout.aDish')
        return (
          <li key={keyOfChange(change)} className="py-1.5 leading-snug">
            <span className="sr-only">
              {t('checkout.priceFromTo', { name, before: money(before), now: money(now) })}
            </span>
            <span aria-hidden="true" className="flex items-baseline justify-between gap-x-3">
              <span className="min-w-[62%] break-words">{name}</span>
              {/* The prices wrap below each other if a long name needs the room. */}
              <span className="figures text-right text-sm">
                <s className="whitespace-nowrap text-muted">{money(before)}</s>{' '}
                <span className="whitespace-nowrap">
                  → <b className="font-semibold">{money(now)}</b>
                </span>
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section role="alert" className="mb-4 rounded-card border border-cancelled bg-cancelled-soft p-4 text-body">
      <p className="flex items-start gap-2.5 font-semibold">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-cancelled" />
        {title}
      </p>
      {children}
    </section>
  )
}
