import { Suspense, useId, useState } from 'react'
import { type SoldOutAnswer, setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { Button, i18n, toast, useTranslation, withdrawToast } from '../../ui/index.ts'

/** The portions and options of a dish, to be counted and to be marked as sold out. */
export const WhatIsLeft = lazyPart(() => import('./what-is-left.tsx'))

/* Texts about dishes that are sold out today, for the Orders and Menu tabs. */

/** The open orders and shared carts that contain a dish, as texts (docs/product/menu.md#menu-sold-out). */
export function holdersText(t: TFunction, { orders, sessions }: SoldOutAnswer['heldBy']): string[] {
  return [
    ...orders.map(({ id, tableNumber }) =>
      [t('orders.order', { id }), tableNumber !== null && t('common.table', { number: tableNumber })]
        .filter(Boolean)
        .join(' · '),
    ),
    ...sessions.map(({ tableNumber }) => t('soldOut.cart', { number: tableNumber })),
  ]
}

/** Marks a dish as sold out, or undoes that, and lists who has it (docs/product/menu.md#menu-sold-out). */
export function SoldOutSection({ menuItemId, name }: { menuItemId: number; name: string }) {
  const { t } = useTranslation()
  const headingId = useId()
  const [data, setData] = useState<SoldOutAnswer>()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: (soldOut: boolean) => sendChange(setSoldOut, { params: { id: String(menuItemId) }, body: { soldOut } }),
    onSuccess: setData,
    failure: 'common.notChanged',
  })
  const isMarked = data !== undefined && data.soldOutUntil !== null
  const holders = isMarked ? holdersText(t, data.heldBy) : []
  return (
    <section aria-labelledby={headingId} className="mt-6 border-line border-t pt-4">
      <h3 id={headingId} className="mb-2 font-semibold">
        {t('orders.soldOut.title')}
      </h3>
      <div role="status">
        {data && <p className="font-semibold">{t(isMarked ? 'soldOut.done' : 'soldOut.undone', { name })}</p>}
        {isMarked && (
          <p className="mt-2 text-body text-muted">
            {t(holders.length > 0 ? 'soldOut.heldBy' : 'soldOut.heldByNobody')}
          </p>
        )}
        {holders.length > 0 && (
          <ul className="mt-1 text-body">
            {holders.map((holder) => (
              <li key={holder} className="py-1">
                {holder}
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isMarked && <p className="text-body text-muted">{t('orders.soldOut.hint')}</p>}
      {/* One button with two labels: it keeps the focus, and a mistake is undone with the same button. */}
      <Button
        variant="outline"
        size="large"
        className="mt-3 w-full aria-busy:opacity-60"
        aria-busy={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate(!isMarked)
        }}
      >
        {t(isMarked ? 'orders.soldOut.undo' : 'orders.soldOut.mark')}
      </Button>
      <Suspense fallback={null}>
        <WhatIsLeft menuItemId={menuItemId} />
      </Suspense>
    </section>
  )
}

interface Dish {
  menuItemId: number
  name: string
}

/** Marks a dish as sold out today; the toast says who has it, and undoes that (docs/product/menu.md#menu-sold-out). */
export async function sellOut(dish: Dish, soldOut = true): Promise<void> {
  const { menuItemId, name } = dish
  const { t } = i18n
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
