import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getPickup } from '#shared/contracts/hours.ts'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { fakeLive } from '../../../testing/fake-live.ts'
import { fakeApi, render, screen, waitFor } from '../../../testing/render.tsx'
import { placedOrder, sampleDish } from '../../../testing/samples.ts'
import { dropRoundDraft, TELEPHONE_DRAFT, tableCheckout, telephoneDraft } from './round-drafts.ts'
import StaffOrder from './staff-order.tsx'

const MENU = [sampleDish(), sampleDish({ id: 8, name: 'Pancakes', nameRo: 'Clătite', price: 2200 })]
const TABLE: Table = { id: 950, number: 9, label: null, capacity: 4, status: 'available' }
const onPlaced = vi.fn()

const HOURS = { lastOrders: false, until: null, opensAt: null, today: [], reservations: false, open: true }

function open(table: Table | null = null, language: Language = 'en', pickup = false) {
  queryClient.setQueryData([getMenu.path], MENU)
  queryClient.setQueryData([getCategories.path], [])
  return render(<StaffOrder table={table} onPlaced={onPlaced} />, {
    language,
    settings: { language: 'en' },
    ...(pickup && { hours: { ...HOURS, pickup: { on: true, asap: true } } }),
  })
}

const add = (name: string) => screen.getByRole('button', { name: new RegExp(`Add.*${name}`) })

async function fillIn({ user, t }: ReturnType<typeof open>) {
  await user.click(screen.getByRole('button', { name: /^Continue ·/ }))
  await user.fill(await screen.findByLabelText(t('checkout.name')), 'Ilinca')
  await user.fill(screen.getByRole('textbox', { name: t('checkout.phone') }), '0722 333 444')
}

fakeLive()
beforeEach(() => {
  onPlaced.mockClear()
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query === '(pointer: fine)', media: query },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
  }))
  fakeApi.answers(getTables, [TABLE])
})
afterEach(() => {
  telephoneDraft.drop()
  for (const id of [TELEPHONE_DRAFT, TABLE.id]) {
    tableCheckout(id).acknowledge()
    dropRoundDraft(id)
  }
})

it('somebody on the telephone orders from the list, with name, number and one key', async () => {
  fakeApi.answers(placeOrder, placedOrder({ id: 12 }))
  const rendered = open()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search the menu' }))
  await rendered.user.keyboard('panc')
  await rendered.user.click(add('Pancakes'))
  await fillIn(rendered)
  // The caller reads nothing of it: no notice about their data, and no obligation to pay.
  expect(screen.getByRole('group', { name: rendered.t('checkout.diningForSomebody') })).toBeDefined()
  expect(screen.queryByText(rendered.t('checkout.privacy'))).toBeNull()
  expect(screen.queryByRole('radio', { name: rendered.t('checkout.delivery') })).toBeNull()
  await rendered.user.click(screen.getByRole('button', { name: /^Place order ·/ }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  const [call] = fakeApi.callsOf(placeOrder)
  expect(call?.body).toMatchObject({
    ...{ customerName: 'Ilinca', diningOption: 'takeaway', tableId: null, total: 2200 },
    items: [{ menuItemId: 8, quantity: 1 }],
  })
  expect(call?.headers.get('Idempotency-Key')).toBeTruthy()
  expect(screen.getByText('Order placed')).toBeDefined()
})

it('the time is asked of whoever takes the call, not of a guest', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  fakeApi.answers(getPickup, { asap: { at }, days: [], slots: [] })
  const { user, t } = open(null, 'en', true)
  await user.click(screen.getAllByRole('button', { name: new RegExp(t('menu.add', { name: '.*' })) })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: new RegExp(t('floor.next', { total: '' })) }))
  expect(await screen.findByRole('heading', { name: t('checkout.pickup.titleForSomebody') })).toBeDefined()
  expect(await screen.findByRole('radio', { name: new RegExp(t('checkout.pickup.asap')) })).toBeDefined()
  expect(screen.queryByText(t('checkout.pickup.pay'), { exact: false })).toBeNull()
  expect(screen.getByRole('group', { name: t('checkout.diningForSomebody') })).toBeDefined()
  // That step has asked how it is served.
  await user.click(screen.getByRole('button', { name: /^Continu/ }))
  expect(await screen.findByLabelText(t('checkout.name'))).toBeDefined()
  expect(screen.queryByRole('group', { name: t('checkout.diningForSomebody') })).toBeNull()
})

it('what was chosen stays after a refusal', async () => {
  fakeApi.refuses(placeOrder, 409, { message: 'Sold out', code: 'item_unavailable', items: [8] })
  fakeApi.answers(getMenu, MENU)
  fakeApi.answers(getCategories, [])
  const rendered = open()
  await rendered.user.click(add('Sour soup'))
  await fillIn(rendered)
  await rendered.user.click(screen.getByRole('button', { name: /^Place order ·/ }))
  await waitFor(() => expect(tableCheckout(TELEPHONE_DRAFT).state().phase).toBe('refused'))
  await rendered.user.click(screen.getByRole('button', { name: rendered.t('checkout.backToCart') }))
  expect(screen.getByRole('button', { name: 'Continue · 28.50 LEI' })).toBeDefined()
  expect(onPlaced).not.toHaveBeenCalled()
})

it('the next caller gets nothing of an order that was begun earlier', async () => {
  const earlier = open(null, 'en')
  const { t, user } = earlier
  const begun = t('drafts.restored')
  await user.click(screen.getAllByRole('button', { name: new RegExp(t('menu.add', { name: '.*' })) })[0] as HTMLElement)
  expect(screen.queryByText(begun)).toBeNull()
  await user.click(screen.getByRole('button', { name: new RegExp(t('floor.next', { total: '' })) }))
  await user.fill(await screen.findByLabelText(t('checkout.name')), 'Ilinca')
  earlier.unmount()

  const again = open(null, 'en')
  expect(screen.getByText(begun)).toBeDefined()
  await user.click(screen.getByRole('button', { name: new RegExp(t('floor.next', { total: '' })) }))
  expect(await screen.findByLabelText(t('checkout.name'))).toHaveProperty('value', 'Ilinca')
  again.unmount()

  open(null, 'en')
  await user.click(screen.getByRole('button', { name: t('drafts.startOver') }))
  expect(screen.queryByText(begun)).toBeNull()
  expect(screen.getByRole('button', { name: t('floor.sendNothing') })).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: new RegExp(t('menu.add', { name: '.*' })) })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: new RegExp(t('floor.next', { total: '' })) }))
  expect(await screen.findByLabelText(t('checkout.name'))).toHaveProperty('value', '')
})

it('a table gets a round, and asks for no name', async () => {
  fakeApi.answers(placeOrder, placedOrder({ id: 13, tableNumber: 9 }))
  const { user } = open(TABLE)
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: 'Send · 28.50 LEI' }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({ tableId: 950, customerName: 'Table 9' })
})
