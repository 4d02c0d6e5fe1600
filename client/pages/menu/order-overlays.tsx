import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { mayUse } from '#shared/domain/access.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useUser } from '../../areas/accounts/index.ts'
import {
  CartDrawer,
  cart,
  leaveCart,
  removeOrdered,
  updatePrices,
  useCart,
  useCartLines,
  useIsOwnCart,
} from '../../areas/cart/index.ts'
import {
  AttemptNotice,
  checkout,
  endGuestDraft,
  isAsking,
  OrderAhead,
  OrderDetails,
  phaseOf,
  StillWantedDialog,
  SuccessDialog,
  updateOffersAt,
  useCheckout,
} from '../../areas/checkout/index.ts'
import { LineSheet, refetchGuestMenu } from '../../areas/menu/index.ts'
import { OrderProgress, ownOrders } from '../../areas/order-status/index.ts'
import { JoinOffer, type PlacedAtTable, SharedTable } from '../../areas/shared-sessions/index.ts'
import { TableDialog } from '../../areas/tables/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useIsHydrated } from '../../lib/browser/environment.ts'
import { wasSignedIn } from '../../lib/browser/storage.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { currency, hoursKey, settingsKey, useSettings } from '../../lib/settings/settings.ts'
import { language, Part, SubjectDialog, t, toast, withdrawToast } from '../../ui/index.ts'
import { chooseTable, type GuestTable } from './use-guest-table.ts'

/** Errors after which the menu is refetched. */
const MENU_CHANGED_CODES = ['price_changed', 'item_unavailable']

const ATTEMPT = 'attempt'

const showFailure = () =>
  toast({
    variant: 'destructive',
    title: t('cart.orderError'),
    description: t('cart.orderErrorDescription'),
    subject: ATTEMPT,
  })

// Not in an effect, because the response may be received while the guest is on another page.
checkout.follow({
  placed({ body }, { id, orderToken, diningOption, items: lines, ...placed }) {
    endGuestDraft(body)
    cart.close()
    removeOrdered(body.items)
    const takeaway = diningOption === 'takeaway'
    const { tableNumber, total, currency, pickupAt, asap } = placed
    ownOrders.follow({ orderId: id, token: orderToken, tableNumber, takeaway, total, currency, lines, pickupAt, asap })
  },
  refused({ code, prices, options, offers = [] }, { body: { pickupAt } }) {
    // Those of a chosen time are not those of the cart.
    if (prices) updatePrices(prices, options, pickupAt ? undefined : offers)
    if (prices && pickupAt) updateOffersAt(pickupAt, offers)
    if (code === 'orders_paused') void queryClient.invalidateQueries({ queryKey: settingsKey })
    if (code === 'closed' || code === 'pickup_off') void queryClient.invalidateQueries({ queryKey: hoursKey })
    // The dialog shows why it was rejected and what the guest can do, wherever the order was sent from.
    cart.checkout()
    if (MENU_CHANGED_CODES.includes(code ?? '')) void refetchGuestMenu()
    showFailure()
  },
  open: showFailure,
})
// The toast of the last attempt must not stay during the next one.
checkout.subscribe(() => {
  if (checkout.state().phase === 'sending') withdrawToast(ATTEMPT)
})

/** The order placed with the table's shared cart, until its confirmation is dismissed on this phone. */
function usePlacedAtTable() {
  const [placed, setPlaced] = useState<{ id: number; total: number } | null>(null)
  // Called for every order of the shared cart, which this phone then follows.
  const onPlaced = useCallback(
    ({ orderId, orderToken, tableNumber, total, sessionId }: PlacedAtTable & { tableNumber: number }) => {
      cart.close()
      ownOrders.follow({
        orderId,
        token: orderToken,
        tableNumber,
        takeaway: false,
        total,
        currency,
        sessionId: sessionId ?? null,
      })
      setPlaced({ id: orderId, total })
    },
    [],
  )
  const acknowledge = useCallback(() => setPlaced(null), [])
  return { placed, onPlaced, acknowledge }
}

const OrderDetailsDialog = lazyPart(() => import('./order-details-dialog.tsx'))

type GuestTableDialogProps = Omit<ComponentProps<typeof TableDialog>, 'mustScan'>

/** The table dialog; with keys, only owners and the floor can choose (docs/product/tables.md#tables-keys). */
export function GuestTableDialog(props: GuestTableDialogProps) {
  const { tableKeysRequired } = useSettings()
  if (!tableKeysRequired) return <TableDialog {...props} />
  return wasSignedIn() ? <SignedInTableDialog {...props} /> : <TableDialog {...props} mustScan />
}

function SignedInTableDialog(props: GuestTableDialogProps) {
  const { data: user, isPending } = useUser()
  return <TableDialog {...props} open={props.open && !isPending} mustScan={!mayUse('floor', user ?? null)} />
}

interface OrderOverlaysProps {
  items: readonly MenuItem[]
  table: GuestTable
  isChoosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** All dialogs and drawers of cart and checkout; loaded when the page is idle, or when first needed. */
export function OrderOverlays({ items, table, isChoosingTable, onChooseTable }: OrderOverlaysProps) {
  const lines = useCartLines()
  const isOpen = useCart((state) => state.isOpen)
  const step = useCart((state) => state.step)
  const isOwnCart = useIsOwnCart()
  const isHydrated = useIsHydrated()
  const atTable = usePlacedAtTable()
  const isDetails = isOpen && step === 'details'
  const attempt = useCheckout()
  // The cart is what a guest opens next; the rest of an order is loaded once there is something to order.
  useEffect(() => whenIdle(() => void CartDrawer.prefetch()), [])
  const isOrdering = lines.length > 0 || isOpen
  useEffect(
    () =>
      isOrdering
        ? whenIdle(() => {
            for (const part of [OrderDetails, OrderDetailsDialog, AttemptNotice, SuccessDialog, OrderProgress])
              void part.prefetch()
          })
        : undefined,
    [isOrdering],
  )

  const nameOf = useCallback(
    (menuItemId: number) => {
      const dish =
        items.find(({ id }) => id === menuItemId) ?? lines.find(({ dish: { id } }) => id === menuItemId)?.dish
      return dish && nameIn(language, dish)
    },
    [items, lines],
  )
  const remove = useCallback((menuItemIds: number[]) => {
    for (const id of menuItemIds) cart.remove(id)
    checkout.acknowledge()
  }, [])
  const limit = useCallback((dishes: { menuItemId: number; left: number }[]) => {
    for (const { menuItemId, left } of dishes) cart.limit(menuItemId, left)
    checkout.acknowledge()
  }, [])
  const finish = useCallback(() => {
    chooseTable()
    checkout.acknowledge()
    atTable.acknowledge()
  }, [atTable.acknowledge])

  const sheet = <LineSheet items={items} />
  return (
    <>
      {isOwnCart && (
        <SubjectDialog subject={isOpen}>
          {(_, isShown) => (
            <CartDrawer
              isShown={isShown}
              table={table.table}
              items={items}
              sheet={sheet}
              ahead={
                <Part>
                  <OrderAhead />
                </Part>
              }
              notice={
                step === 'cart' && (
                  <>
                    {phaseOf(attempt) && <AttemptNotice className="my-4" />}
                    {table.table && (
                      <Part>
                        <JoinOffer />
                      </Part>
                    )}
                  </>
                )
              }
              details={
                <SubjectDialog subject={isDetails}>
                  {(_, areShown) => (
                    <OrderDetailsDialog
                      open={areShown}
                      lines={lines}
                      guestTable={table}
                      mayRemember={!wasSignedIn()}
                      nameOf={nameOf}
                      onRemove={remove}
                      onLimit={limit}
                    />
                  )}
                </SubjectDialog>
              }
            />
          )}
        </SubjectDialog>
      )}
      {table.table && isHydrated && (
        <Part>
          <SharedTable
            table={table.table}
            items={items}
            onPlaced={atTable.onPlaced}
            onAtTable={table.moveTo}
            sheet={sheet}
          />
        </Part>
      )}
      <SubjectDialog subject={attempt.phase === 'placed' ? attempt.placed : atTable.placed}>
        {(placed, open) => (
          <SuccessDialog open={open} order={placed} onDone={finish}>
            <Part>
              <OrderProgress orderId={placed.id} />
            </Part>
          </SuccessDialog>
        )}
      </SubjectDialog>
      <SubjectDialog subject={isAsking(attempt)}>{() => <StillWantedDialog />}</SubjectDialog>
      <SubjectDialog subject={isChoosingTable}>
        {(_, open) => (
          <GuestTableDialog
            open={open}
            onOpenChange={onChooseTable}
            tableId={table.table?.id ?? null}
            onChoose={(id) => {
              onChooseTable(false)
              // First leaves the shared cart of the former table, whose guests would otherwise wait for this one.
              if (id !== table.table?.id) leaveCart(() => table.choose(id))
            }}
          />
        )}
      </SubjectDialog>
    </>
  )
}
