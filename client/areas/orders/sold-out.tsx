import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type SoldOutResponse, setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { Button, language, Part, t, toast, withdrawToast } from '../../ui/index.ts'

/** The portions and options of a dish, to be counted and to be marked as sold out. */
export const WhatIsLeft = lazyPart(() => import('./what-is-left.tsx'))

/* Texts about dishes that are sold out today, for the Orders and Menu tabs. */

/** The open orders and shared carts that contain a dish, as texts (docs/product/menu.md#menu-sold-out). */
export function holdersText(t: TFunction, { orders, sessions }: SoldOutResponse['heldBy']): string[] {
  return [
    ...orders.map(({ id, tableNumber }) =>
      [t('orders.order', { id }), tableNumber !== null && t('common.table', { number: tableNumber })]
        .filter(Boolean)
        .join(' · '),
    ),
    ...sessions.map(({ tableNumber }) => t('soldOut.cart', { number: tableNumber })),
  ]
}

/** The part of a line's dialog about its dish: marks it as sold out, and counts what is left. */
export function SoldOutSection({ menuItemId, name }: Dish) {
  const headingId = useId()
  const { mutate, isPending } = useMutation({ mutationFn: () => sellOut({ menuItemId, name }) })
  return (
    <section aria-labelledby={headingId} className="mt-6 border-line border-t pt-4">
      <h3 id={headingId} className="mb-2 font-semibold">
        {t('orders.soldOut.title')}
      </h3>
      <p className="text-body text-muted">{t('orders.soldOut.hint')}</p>
      <Button variant="outline" size="large" className="mt-3 w-full" pending={isPending} onClick={() => mutate()}>
        {t('orders.soldOut.mark')}
      </Button>
      <Part>
        <WhatIsLeft menuItemId={menuItemId} />
      </Part>
    </section>
  )
}

interface Dish {
  menuItemId: number
  name: string
}

/** Marks a dish as sold out, or takes that back, at the same place. */
export function SoldOutSwitch({ dish }: { dish: Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'soldOutUntil'> }) {
  const name = nameIn(language, dish)
  const isSoldOut = dish.soldOutUntil !== null
  const label = t(isSoldOut ? 'orders.soldOut.undo' : 'orders.soldOut.mark')
  return (
    <button
      type="button"
      aria-label={`${label}: ${name}`}
      onClick={() => void sellOut({ menuItemId: dish.id, name }, !isSoldOut)}
      className="touch z-1 min-h-9 justify-self-start text-muted text-sm underline underline-offset-4"
    >
      {label}
    </button>
  )
}

/** Marks a dish as sold out today; the toast says who has it, and undoes that (docs/product/menu.md#menu-sold-out). */
export async function sellOut(dish: Dish, soldOut = true): Promise<void> {
  const { menuItemId, name } = dish
  const subject = `sold out ${menuItemId}`
  try {
    const answer = await sendChange(setSoldOut, { params: { id: String(menuItemId) }, body: { soldOut } })
    withdrawToast(subject)
    if (answer.soldOutUntil === null) {
      toast({ title: t('soldOut.undone', { name }) })
      return
    }
    const holders = holdersText(t, answer.heldBy)
    toast({
      title: t('soldOut.done', { name }),
      description: holders.length > 0 ? `${t('soldOut.heldBy')} ${holders.join(', ')}` : undefined,
      action: { label: t('orders.undo'), onAct: () => void sellOut(dish, false) },
    })
  } catch (error) {
    toastFailure(t('common.notChanged'), error, undefined, subject)
  }
}
