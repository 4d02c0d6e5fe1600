import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import { getCategories, getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { listOptions, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { cartDishOf } from '#shared/domain/orders/cart.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { setServerTime } from '../../../lib/clock/server-clock.ts'
import { floorTable } from '../../../testing/floor-samples.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { placedOrder, sampleDish } from '../../../testing/samples.ts'
import type { OrderAttempt } from '../../checkout/index.ts'
import OpenedTable from '../opened-table.tsx'
import { dropRoundDraft, putInRound, restoreRoundDrafts, tableCheckout, useTableCheckout } from './round-drafts.ts'
import NewRound from './take-round.tsx'
import { WaitingRound } from './waiting-round.tsx'

const MENU = [sampleDish(), sampleDish({ id: 8, name: 'Pancakes', nameRo: 'Clătite', price: 2200 })]

const HEALTH = { method: 'HEAD', path: '/healthz' } as unknown as Endpoint

/** Each test has a table of its own, because checkouts last as long as the page. */
let tableId = 700

function Waiting() {
  return <WaitingRound tableId={tableId} state={useTableCheckout(tableId)} />
}

function open(language: Language = 'en', menu = MENU) {
  queryClient.setQueryData([getMenu.path], menu)
  queryClient.setQueryData([getCategories.path], [])
  const screenOfRound = (
    <>
      <NewRound table={floorTable({ id: tableId })} tables={[]} />
      <Waiting />
    </>
  )
  return render(screenOfRound, { language, settings: { language: 'en' } })
}

const add = (name: string) => screen.getByRole('button', { name: new RegExp(`Add.*${name}`) })

beforeEach(() => {
  setServerTime(new Date().toUTCString())
  tableId += 1
  history.replaceState(null, '', `/floor?table=${tableId}&view=round`)
})
afterEach(() => {
  tableCheckout(tableId).discard()
  tableCheckout(tableId).acknowledge()
  dropRoundDraft(tableId)
})

it.each([
  ['en', 'Mark as sold out', 'Pancakes'],
  ['ro', 'Marcați ca epuizat azi', 'Clătite'],
] as const)('a dish that nobody has ordered is marked as sold out at its line (%s)', async (language, mark, name) => {
  const answer = { id: 8, soldOutUntil: '2026-11-21T03:00:00.000Z', heldBy: { orders: [], sessions: [] } }
  fakeApi.answers(setSoldOut, answer as never)
  const { user, t } = open(language)
  await user.click(screen.getByRole('button', { name: t('menu.add', { name }) }))
  await user.click(screen.getByRole('button', { name: t('floor.products', { count: 1 }) }))
  await user.click(screen.getByRole('button', { name: `${mark}: ${name}` }))
  expect(await screen.findByText(t('soldOut.done', { name }))).toBeDefined()
  expect(fakeApi.callsOf(setSoldOut).map(({ path, body }) => [path, body])).toEqual([
    ['/api/menu/8/sold-out', { soldOut: true }],
  ])
})

it('a dish that is sold out is brought back where it stands', async () => {
  fakeApi.answers(setSoldOut, { id: 7, soldOutUntil: null, heldBy: { orders: [], sessions: [] } } as never)
  const { user } = open('en', [sampleDish({ soldOutUntil: '2026-11-21T02:00:00.000Z' })])
  await user.click(screen.getByRole('button', { name: 'Undo: it can be ordered: Sour soup' }))
  await waitFor(() => expect(fakeApi.callsOf(setSoldOut).map(({ body }) => body)).toEqual([{ soldOut: false }]))
})

it('the search shows what is in a category of that name first, then dishes with such a word', async () => {
  const dish = (id: number, category: string, name: string) =>
    sampleDish({ id, category, categoryRo: '', name, nameRo: '' })
  const { user, t } = open('ro', [
    dish(1, 'Desserts', 'Icewine float'),
    dish(2, 'Soups', 'Wine soup'),
    dish(3, 'Soups', 'Sour soup'),
    dish(4, 'Wines', 'Cotnari'),
  ])
  await user.fill(screen.getByLabelText(t('menu.openSearch')), 'wine')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent ?? '')
  expect(rows.map((text) => /^[A-Za-z ]+/.exec(text)?.[0])).toEqual(['Cotnari', 'Wine soup', 'Icewine float'])
})

it('two dishes are ordered with three taps, the second for a seat, and the table is open again', async () => {
  const promised = { at: '2026-11-20T17:30:00.000Z', name: 'Ioana', party: 4 }
  fakeApi.answers(placeOrder, placedOrder({ id: 12, tableNumber: 7, promised }))
  const { user } = open()
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: 'seat 2' }))
  await user.click(add('Pancakes'))
  await user.click(screen.getByRole('button', { name: 'Send · 50.50 LEI' }))
  expect(await screen.findByText('Table 7: round sent')).toBeDefined()
  expect(screen.getByText('Order #12 · Next at this table: 19:30 Ioana · 4')).toBeDefined()
  expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({
    tableId,
    total: 5050,
    customerName: 'Table 7',
    items: [
      { menuItemId: 7, quantity: 1 },
      { menuItemId: 8, quantity: 1, guestName: 'seat 2' },
    ],
  })
  await waitFor(() => expect(location.search).toBe(`?table=${tableId}`))
  expect(screen.getByRole('button', { name: 'Tap the dishes' })).toBeDefined()
})

it('a dish under a rule costs what guests pay, with its options, and says what it would cost without', async () => {
  const offer = { percent: 30, name: 'Happy hour', nameRo: '', until: null }
  const extra = { id: 3, name: 'Cream', nameRo: 'Smântână', price: 405, times: 1, menuItemId: null }
  const group = {
    ...{ id: 5, name: 'Extras', nameRo: 'Extra', without: false, min: 0, max: null, version: 1, dishId: null },
    options: [{ ...extra, allergenCodes: [], preselected: false, isActive: true, soldOutUntil: null }],
  } as unknown as OptionGroup
  fakeApi.answers(listOptions, [group])
  const [soup, pancakes] = MENU.map((dish) => ({ ...dish, offer })) as [MenuItem, MenuItem]
  const { user, t } = open('en', [soup, { ...pancakes, hasOptions: true, optionGroupIds: [5] }])
  expect(add('Sour soup').textContent).toBe('Sour soup19.95 LEI28.50 instead of 28.50 LEI,Happy hour')
  await user.click(add('Sour soup'))
  await user.click(add('Pancakes'))
  await user.click(await screen.findByRole('checkbox', { name: /Cream/ }))
  await user.click(screen.getByRole('button', { name: t('menu.dish.add', { total: '18.24 LEI' }) }))
  await user.click(screen.getByRole('button', { name: t('floor.products', { count: 2 }) }))
  const lines = within(screen.getByRole('list', { name: t('floor.roundLines') }))
  expect(lines.getByText('instead of 28.50')).toBeDefined()
  expect(lines.getByText('instead of 26.05')).toBeDefined()
  fakeApi.answers(placeOrder, placedOrder({ id: 12, tableNumber: 7 }))
  await user.click(screen.getByRole('button', { name: 'Send · 38.19 LEI' }))
  await screen.findByText('Table 7: round sent')
  expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({ total: 3819 })
})

it('without a network the round waits visibly, and is sent once under its key', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi.isOutOfReach(HEALTH)
  const { user } = open()
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  expect(await screen.findByRole('alert', { name: 'This round is waiting to be sent' })).toBeDefined()
  expect(screen.getByText(/1× Sour soup · 28.50 LEI/)).toBeDefined()
  expect(fakeApi.callsOf(placeOrder)).toHaveLength(0)
  const kept = localStorage.getItem(`masa.round.${tableId}`) ?? ''
  expect(kept).toContain('"isUnsent":true')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  fakeApi.answers(HEALTH, undefined as never)
  fakeApi.answers(placeOrder, placedOrder({ id: 12, tableNumber: 7 }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Table 7: round sent')).toBeDefined()
  expect(kept).toContain(String(fakeApi.callsOf(placeOrder)[0]?.headers.get('Idempotency-Key')))
  expect(fakeApi.callsOf(placeOrder)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it.each([
  ['may be ordered already, and can only be sent again', false, 1, ['Send']],
  ['may be ordered already, and is too old to be sent again', false, 60 * 24 * 30, ['Discard']],
  ['was not sent', true, 1, ['Send', 'Discard']],
] as const)('a round that %s', (_, isUnsent, minutes, offered) => {
  const body = { items: [{ menuItemId: 7, quantity: 1 }], total: 2850 } as unknown as OrderAttempt['body']
  const attempt = { key: 'k', at: Date.now() - minutes * 60_000, isUnsent, body, shown: [] } as unknown as OrderAttempt
  render(<WaitingRound tableId={tableId} state={{ phase: isUnsent ? 'waiting' : 'open', attempt }} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered)
})

it('while a round waits, its table takes no other', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi.isOutOfReach(HEALTH)
  const { user, t } = open()
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  await screen.findByRole('alert', { name: t('floor.unsentTitle') })
  render(<OpenedTable table={floorTable({ id: tableId })} rounds={[]} isLoaded tables={[]} />)
  expect(screen.getByRole('button', { name: t('floor.newRound') })).toHaveProperty('disabled', true)
})

it('a note for the whole round stays with it, and goes to the kitchen', async () => {
  fakeApi.answers(placeOrder, placedOrder({ id: 12, tableNumber: 7 }))
  const { user, t } = open()
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: t('floor.products', { count: 1 }) }))
  expect(within(screen.getByRole('list', { name: t('floor.roundLines') })).getByText('28.50 LEI')).toBeDefined()
  const noteFor = t('cart.noteFor', { name: t('floor.wholeRound') })
  await user.click(screen.getByRole('button', { name: `${t('cart.addNote')} (${noteFor})` }))
  await user.fill(screen.getByRole('textbox', { name: noteFor }), 'all together please')
  await user.keyboard('{Enter}')
  restoreRoundDrafts()
  await user.click(await screen.findByRole('button', { name: /^Send/ }))
  await screen.findByText('Table 7: round sent')
  expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({ notes: 'all together please' })
})

it('dishes have names in the language that the waiter reads; both are found', async () => {
  const { user, t } = open('ro')
  expect(screen.getByRole('button', { name: t('menu.add', { name: 'Clătite' }) })).toBeDefined()
  await user.fill(screen.getByRole('textbox', { name: t('menu.openSearch') }), 'pancakes')
  expect(screen.getByRole('button', { name: t('menu.add', { name: 'Clătite' }) })).toBeDefined()
  expect(screen.queryByRole('button', { name: t('menu.add', { name: 'Ciorbă' }) })).toBeNull()
})

it.each([
  ['en', 'Served 07:00–12:00'],
  ['ro', 'Se servește 07:00–12:00'],
] as const)('what is not served now says so, and can be ordered (%s)', async (language, hours) => {
  // Tuesday evening in Bucharest.
  setServerTime('Tue, 24 Nov 2026 19:11:00 GMT')
  const categoryServedHours = [2, 3].map((day) => ({ day, from: '07:00', to: '12:00' }))
  const eggs = sampleDish({ id: 1, name: 'Eggs', nameRo: 'Ouă', category: 'Breakfast', categoryServedHours })
  const { user, t } = open(language, [eggs, ...MENU])
  const row = screen.getByRole('button', { name: t('menu.add', { name: language === 'ro' ? 'Ouă' : 'Eggs' }) })
  expect(row.textContent).toContain(hours)
  await user.click(row)
  expect(screen.getByRole('button', { name: /28.50/ })).toBeDefined()
})

it('what cannot be ordered now comes last, in its category and as a category, and stays where it is', async () => {
  setServerTime('Tue, 24 Nov 2026 19:11:00 GMT')
  const categoryServedHours = [{ day: 2, from: '07:00', to: '12:00' }]
  const gone = { soldOutUntil: '2026-11-25T02:00:00.000Z' }
  const menu = [
    sampleDish({ id: 1, name: 'Eggs', category: 'Breakfast', categoryServedHours }),
    sampleDish({ id: 2, name: 'Bean soup', ...gone }),
    sampleDish({ id: 3, name: 'Fish soup' }),
    sampleDish({ id: 4, name: 'Beer', category: 'Drinks' }),
  ]
  open('en', menu)
  const names = () => screen.getAllByRole('button', { name: /^Add / }).map(({ textContent }) => textContent)
  const order = [/^Fish soup/, /^Bean soup/, /^Beer/, /^Eggs/].map((name) => expect.stringMatching(name))
  expect(names()).toEqual(order)
  act(() => {
    queryClient.setQueryData(
      [getMenu.path],
      menu.map((dish) => ({ ...dish, ...(dish.id === 3 && gone) })),
    )
  })
  await waitFor(() => expect(screen.getAllByText(/Sold out/)).toHaveLength(2))
  expect(names()).toEqual(order)
})

it('a dish that is sold out cannot be added', async () => {
  const { user, t } = open('en', [sampleDish({ soldOutUntil: '2026-11-21T02:00:00.000Z' })])
  await user.click(add('Sour soup'))
  expect(screen.getByText(t('menu.soldOutToday'))).toBeDefined()
  expect(screen.getByRole('button', { name: t('floor.sendNothing') })).toBeDefined()
})

it.each([
  ['gone', 'floor.gone', []],
  ['sold out', 'menu.soldOutToday', [sampleDish({ id: 99, soldOutUntil: '2026-11-21T02:00:00.000Z' })]],
] as const)('a round with a dish that is %s cannot be sent, and says so without a tap', async (_, why, listed) => {
  putInRound(tableId, { dish: cartDishOf(sampleDish({ id: 99 })), quantity: 1 })
  const { t } = open('en', [...MENU, ...listed])
  const line = within(screen.getByRole('list', { name: t('floor.roundLines') }))
  expect(line.getByText(t(why))).toBeDefined()
  expect(screen.getByRole('button', { name: /^Send/ }).hasAttribute('disabled')).toBe(true)
})

it('what was refused stays in the round, and the menu is fetched again', async () => {
  fakeApi.refuses(placeOrder, 409, { code: 'price_changed', message: 'Prices have changed' })
  fakeApi.answers(getMenu, MENU)
  fakeApi.answers(getCategories, [])
  const { user } = open()
  await user.click(add('Sour soup'))
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  expect(await screen.findByText(/Prices have changed/)).toBeDefined()
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Send · 28.50 LEI' })).toBeDefined()
})

it('a round that is being taken survives a reload', async () => {
  const { user } = open()
  await user.click(add('Pancakes'))
  restoreRoundDrafts()
  expect(await screen.findByRole('button', { name: 'Send · 22.00 LEI' })).toBeDefined()
})

it.each([
  { lines: 'two soups', notes: '' },
  { lines: [null], notes: '' },
  { lines: [{ dish: { ...cartDishOf(sampleDish()), price: '28' }, quantity: 1 }], notes: '' },
  'a round',
])('a damaged round that was kept is dropped: %j', (draft) => {
  const kept = { version: 3, value: { at: Date.now(), value: { [tableId]: draft } } }
  localStorage.setItem('masa.draft.rounds', JSON.stringify(kept))
  restoreRoundDrafts()
  open()
  expect(screen.getByRole('button', { name: 'Tap the dishes' })).toBeDefined()
  expect(localStorage.getItem('masa.draft.rounds')).toBeNull()
})

const option = (id: number, name: string, more: Partial<OptionGroup['options'][number]> = {}) => ({
  ...{ id, name, nameRo: name, price: 0, times: 1, allergenCodes: [], menuItemId: null },
  ...{ preselected: false, isActive: true, soldOutUntil: null },
  ...more,
})
const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000).toISOString()
const GROUPS: OptionGroup[] = [
  {
    ...{ id: 1, name: 'Size', nameRo: 'Mărime', dishId: null, without: false, min: 1, max: 1 },
    options: [option(1, 'small'), option(2, 'large', { price: 900 })],
  },
  {
    ...{ id: 2, name: 'Extras', nameRo: 'Extra', dishId: null, without: false, min: 0, max: null },
    options: [option(3, 'cheese', { price: 400, times: 2 }), option(4, 'olives', { soldOutUntil: IN_AN_HOUR })],
  },
]
const PIZZA = sampleDish({
  id: 9,
  name: 'Pizza',
  price: 3000,
  hasOptions: true,
  optionGroupIds: [1, 2],
  fromPrice: null,
})

it('a dish with options takes one tap more for each choice, and its lines differ by them', async () => {
  fakeApi.answers(placeOrder, placedOrder({ id: 12, tableNumber: 7 }))
  queryClient.setQueryData([listOptions.path], GROUPS)
  const { user } = open('en', [PIZZA])
  const press = async (name: RegExp) => user.click(await screen.findByRole('button', { name }))
  const choose = async (role: 'radio' | 'checkbox', name: RegExp) => user.click(await screen.findByRole(role, { name }))
  await user.click(add('Pizza'))
  // Too early, the button leads to what is missing.
  await press(/^Choose: Size$/)
  expect(screen.getByRole('radio', { name: /^small/ })).toBe(document.activeElement)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /olives/ }).disabled).toBe(true)
  await choose('radio', /^large/)
  await choose('checkbox', /^cheese/)
  await press(/^One more: cheese/)
  await press(/^Add · 47.00 LEI$/)
  await user.click(add('Pizza'))
  await choose('radio', /^small/)
  await press(/^Add · 30.00 LEI$/)
  await press(/^Send · 77.00 LEI$/)
  await waitFor(() => expect(fakeApi.callsOf(placeOrder)).toHaveLength(1))
  expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({
    total: 7700,
    items: [
      { menuItemId: 9, quantity: 1, options: [2, 3, 3] },
      { menuItemId: 9, quantity: 1, options: [1] },
    ],
  })
})

it('a line whose options are sold out says so, and cannot be sent before others are chosen', async () => {
  queryClient.setQueryData([listOptions.path], GROUPS)
  const options = [1, 4].map((id) => ({ id, name: 'olives', nameRo: 'măsline', price: 0, quantity: 1 }))
  putInRound(tableId, { dish: cartDishOf(PIZZA), quantity: 1, options })
  const { user } = open('en', [PIZZA])
  expect(screen.getByText('Choose the options again')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Change the options: Pizza' }))
  await user.click(await screen.findByRole('button', { name: /^Update · / }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(false))
  expect(screen.queryByText('Choose the options again')).toBeNull()
})
