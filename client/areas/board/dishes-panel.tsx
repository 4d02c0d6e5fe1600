import { CookingPot } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { Badge, Button, Drawer, EmptyState, useTranslation } from '../../ui/index.ts'
import { useDishes } from '../menu/owner.ts'
import { type Board, byCategory, countOlderOpen, DishVariants, dishesToMake, dishName } from '../orders/index.ts'
import { useOpenCounts } from './summary.tsx'

/** Button for the list of dishes to make, summed over the orders (docs/product/board.md#board-dishes). */
export function DishesButton({ board }: { board: Board }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        title={t('orders.dishes.title')}
        onClick={() => setOpen(true)}
        className="beside-search shrink-0 px-3! whitespace-nowrap"
      >
        <CookingPot className="size-5 shrink-0" />
        <span className="max-[96rem]:sr-only">{t('orders.dishes.title')}</span>
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={t('orders.dishes.title')} isText>
        <Dishes board={board} />
      </Drawer>
    </>
  )
}

function Dishes({ board }: { board: Board }) {
  const { t, language } = useTranslation()
  const openCounts = useOpenCounts()
  const { data: menu = [] } = useDishes()
  const dishes = useMemo(() => {
    const now = serverDate()
    return dishesToMake([...board.orders.values()].filter((order) => !isLater(order, now)))
  }, [board.orders])
  const uncounted = openCounts
    ? countOlderOpen(board, 'pending', openCounts) + countOlderOpen(board, 'preparing', openCounts)
    : 0
  return (
    <>
      {dishes.length === 0 && (
        <EmptyState
          icon={<CookingPot />}
          title={t('orders.dishes.none')}
          description={t('orders.dishes.noneDescription')}
        />
      )}
      {byCategory(dishes, menu).map(({ category, categoryRo, dishes }) => (
        <section key={category ?? ''} className="pt-4">
          {category !== undefined && (
            <h3 className="font-semibold text-[15px] text-muted">
              {nameIn(language, { name: category, nameRo: categoryRo })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {dishes.map((dish) => (
              <li key={dish.key} className="flex items-baseline gap-3 py-3">
                <span className="display figures min-w-11 shrink-0 text-[26px] leading-none">{dish.quantity}×</span>
                <span className="min-w-0 text-[17px] font-medium">
                  {dishName(t, language, dish)}
                  <PortionsLeft dish={menu.find(({ id }) => id === dish.menuItemId)} />
                  <DishVariants variants={dish.variants} language={language} className="text-[15px]" />
                  {dish.notes.map(({ note, quantity }) => (
                    <span key={note} className="figures block text-[15px] font-semibold text-accent">
                      {quantity}× <q>{note}</q>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {uncounted > 0 && (
        <p className="py-4 text-[15px] text-muted">{t('orders.earlier.notShown', { count: uncounted })}</p>
      )}
    </>
  )
}

function PortionsLeft({ dish }: { dish: MenuItem | undefined }) {
  const { t } = useTranslation()
  if (!dish || dish.portionsLeft === null) return null
  return <Badge className="ml-2">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
}
