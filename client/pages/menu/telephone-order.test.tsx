import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { cart } from '../../areas/cart/index.ts'
import { AttemptNotice, checkout, OrderDetails } from '../../areas/checkout/index.ts'
import { StaffOrder } from '../../areas/floor/index.ts'
import { useOwnOrders } from '../../areas/order-status/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { fakeApi, HEALTH, render, screen, waitFor, within } from '../../testing/render.tsx'
import { placedOrder, sampleDish } from '../../testing/samples.ts'
import { DrawerPanel, DrawerShell } from '../../ui/overlays/drawer.tsx'
// The follower that /menu leaves behind, on every page after it.
import './order-overlays.tsx'

/*
 * An owner who has been on /menu takes an order by telephone in the same browser: what is theirs as a guest (cart,
 * form, undecided order, orders that the phone follows) has nothing to do with it.
 */

const DISH = sampleDish()
const OF_GUEST = { items: [{ menuItemId: 9, quantity: 1 }], total: 100 }

function GuestsPage() {
  const followed = useOwnOrders()
  return (
    <section aria-label="guest">
      <p>followed: {followed.length}</p>
      <Suspense>
        <AttemptNotice />
      </Suspense>
    </section>
  )
}

fakeLive()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // A guest's order of another file may be in memory.
  checkout.acknowledge()
  vi.stubGlobal('matchMedia', (media: string) => ({ media, addEventListener() {}, removeEventListener() {} }))
  fakeApi.answers(getTables, [])
  queryClient.setQueryData([getMenu.path], [DISH])
  queryClient.setQueryData([getCategories.path], [])
})

/** The dishes, the name and the number of a caller, up to the button that places the order. */
async function takeOrder() {
  const onPlaced = vi.fn()
  const view = render(
    <>
      <Suspense>
        <StaffOrder table={null} onPlaced={onPlaced} />
      </Suspense>
      <GuestsPage />
    </>,
  )
  const { user, t } = view
  await user.click(await screen.findByRole('button', { name: /Add.*Sour soup/ }))
  await user.click(screen.getByRole('button', { name: /^Continue ·/ }))
  await user.fill(await screen.findByLabelText(t('checkout.name')), 'Ilinca')
  await user.fill(screen.getByRole('textbox', { name: t('checkout.phone') }), '0722 333 444')
  const place = () => user.click(screen.getByRole('button', { name: /^Place order ·/ }))
  const guest = () => within(screen.getByRole('region', { name: 'guest' }))
  const followed = () => guest().getByText(/^followed: /).textContent
  // The tests of another file may have left some in memory.
  return { ...view, onPlaced, place, guest, followed, before: followed() }
}

it('an order by telephone leaves the cart and the followed orders of this browser alone', async () => {
  cart.put({ dish: DISH, quantity: 1 })
  const own = localStorage.getItem('masa.cart')
  fakeApi.answers(placeOrder, placedOrder({ id: 12 }))
  const { place, onPlaced, followed, before, t } = await takeOrder()
  await place()
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(screen.getByText(t('floor.placed'))).toBeDefined()
  expect(own).toContain(DISH.name)
  expect(localStorage.getItem('masa.cart')).toBe(own)
  expect(followed()).toBe(before)
  expect(checkout.state().phase).toBe('idle')
})

it('an order by telephone without an answer is no guest’s, and is sent again by staff under its key', async () => {
  fakeApi.isOutOfReach(placeOrder)
  fakeApi.answers(HEALTH, undefined as never)
  const { place, onPlaced, guest, t, user } = await takeOrder()
  await place()
  const again = await screen.findByRole('button', { name: t('common.tryAgain') })
  expect(guest().queryByText(t('attempt.unknownTitle'))).toBeNull()
  fakeApi.answers(placeOrder, placedOrder({ id: 12 }))
  await user.click(again)
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  const calls = fakeApi.callsOf(placeOrder)
  expect(calls.map(({ body }) => body)).toEqual([calls[0]?.body, calls[0]?.body])
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})

it('a guest’s undecided order is not sent in place of the caller’s', async () => {
  fakeApi.isOutOfReach(placeOrder)
  await checkout.place(OF_GUEST as never)
  expect(checkout.state().phase).toBe('open')
  fakeApi.answers(placeOrder, placedOrder({ id: 13 }))
  const { place, onPlaced } = await takeOrder()
  await place()
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(fakeApi.callsOf(placeOrder).at(-1)?.body).toMatchObject({ customerName: 'Ilinca', total: 2850 })
  expect(checkout.state().phase).toBe('open')
  await checkout.resend()
  checkout.acknowledge()
})

it('a caller’s name and number are in no form of a guest', async () => {
  const { unmount, t } = await takeOrder()
  unmount()
  render(
    <Suspense>
      <DrawerShell open onOpenChange={() => {}}>
        <OrderDetails
          Panel={DrawerPanel}
          open
          onBack={() => {}}
          lines={[{ dish: DISH, quantity: 1 }]}
          table={null}
          mayRemember={false}
          nameOf={() => undefined}
          onRemove={() => {}}
        />
      </DrawerShell>
    </Suspense>,
  )
  expect(await screen.findByRole('textbox', { name: t('checkout.name') })).toHaveProperty('value', '')
})
