import { CookingPot } from 'lucide-react'
import { useMemo } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { Badge, Drawer, EmptyState, language, t } from '../../ui/index.ts'
import { useDishes } from '../menu/index.ts'
import { byCategory, DishVariants, dishesToMake, dishName } from '../orders/index.ts'

interface DishesDrawerProps {
  orders: readonly Order[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dishes to make, summed over the orders; its code is loaded once the page is idle. */
export default function DishesDrawer({ orders, ...drawer }: DishesDrawerProps) {
  return (
    <Drawer title={t('orders.dishes.title')} isText {...drawer}>
      <Dishes orders={orders} />
    </Drawer>
  )
}

function Dishes({ orders }: Pick<DishesDrawerProps, 'orders'>) {
  const { data: menu = [] } = useDishes()
  const dishes = useMemo(() => {
    const now = serverDate()
    return dishesToMake(orders.filter((order) => !isLater(order, now)))
  }, [orders])
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
            <h3 className="font-semibold text-body text-muted">
              {nameIn(language, { name: category, nameRo: categoryRo })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {dishes.map((dish) => (
              <li key={dish.key} className="flex items-baseline gap-3 py-3">
                <span className="display figures min-w-11 shrink-0 text-figure leading-none">{dish.quantity}×</span>
                <span className="min-w-0 text-name font-medium">
                  {dishName(t, language, dish)}
                  <PortionsLeft dish={menu.find(({ id }) => id === dish.menuItemId)} />
                  <DishVariants variants={dish.variants} className="text-body" />
                  {dish.notes.map(({ note, quantity }) => (
                    <span key={note} className="figures block text-body font-semibold text-accent">
                      {quantity}× <q>{note}</q>
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function PortionsLeft({ dish }: { dish: MenuItem | undefined }) {
  if (!dish || dish.portionsLeft === null) return null
  return <Badge className="ml-2">{t('soldOut.left', { count: dish.portionsLeft })}</Badge>
}
