import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPickup, type PickupSlots } from '#shared/contracts/hours.ts'
import { getOffers } from '#shared/contracts/menu/menu.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { ALWAYS_OPEN, placedOrder } from '../../testing/samples.ts'
import { DrawerPanel, DrawerShell } from '../../ui/overlays/drawer.tsx'
import OrderDetails, { OrderAhead } from './order-details.tsx'
import { checkout, guestDraft } from './use-checkout.ts'

const SOUP = { id: 7, name: 'Sour soup', nameRo: 'Ciorbă', price: 2850, imageUrl: '', tags: [] }
const LINES = [{ dish: SOUP, quantity: 2, notes: '' }]

/** Friday, 19:20 in Bucharest. */
const NOW = new Date('2026-11-20T17:20:00Z')
const [AT_1945, AT_2000, AT_2015] = ['17:45', '18:00', '18:15'].map((time) => `2026-11-20T${time}:00.000Z`) as [
  string,
  string,
  string,
]
const TIMES: PickupSlots = {
  asap: { at: '2026-11-20T17:40:00.000Z' },
  days: ['2026-11-20', '2026-11-21', '2026-11-22'],
  slots: [
    { at: AT_1945, full: false },
    { at: AT_2000, full: true },
    { at: AT_2015, full: false },
  ],
}
const OPEN = { ...ALWAYS_OPEN, pickup: { on: true, asap: true } }
const CLOSED = { ...OPEN, open: false, opensAt: '2026-11-21T08:00:00.000Z', pickup: { on: true, asap: false } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  guestDraft.drop()
  checkout.acknowledge()
  queryClient.removeQueries({ queryKey: [getPickup.path] })
  fakeApi.answers(getTables, [])
  fakeApi.answers(getPickup, TIMES)
  queryClient.removeQueries({ queryKey: ['/api/menu'] })
  fakeApi.answers(getOffers, [])
})
afterEach(() => void vi.useRealTimers())

function Page({ isAtTable }: { isAtTable: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <DrawerShell open={open} onOpenChange={setOpen}>
      <OrderDetails
        Panel={DrawerPanel}
        open={open}
        onBack={() => setOpen(false)}
        lines={LINES}
        table={isAtTable ? { id: 31, number: 4, label: null, key: null } : null}
        mayRemember={false}
        nameOf={() => undefined}
        onRemove={() => {}}
      />
    </DrawerShell>
  )
}

interface PageOptions {
  language: Language
  hours?: typeof OPEN | typeof CLOSED
  timeZone?: string
  isAtTable?: boolean
}

async function openCheckout({ language, hours = OPEN, timeZone = 'Europe/Bucharest', isAtTable = false }: PageOptions) {
  const settings = { timeZone, restaurantAddress: 'Strada Morii 12' }
  const rendered = render(<Page isAtTable={isAtTable} />, { language, hours, settings })
  const form = await dialog()
  const { t, user } = rendered
  const [today, saturday] = language === 'ro' ? ['azi', 'mâine'] : ['today', 'tomorrow']
  const at = (time: string, day = today) => t('checkout.pickup.at', { day, time })
  const button = (name: string) => form.getByRole('button', { name })
  const field = (name: 'name' | 'phone') => form.getByRole('textbox', { name: t(`checkout.${name}`) })
  return {
    ...rendered,
    ...{ form, at, button, field, saturday },
    slot: (time: string) => form.findByRole('radio', { name: new RegExp(`^${time}`) }),
    choose: async (name: RegExp | string) => user.click(await form.findByRole('radio', { name })),
    next: (time: string) => user.click(button(t('checkout.pickup.continue', { time }))),
    fill: async () => {
      await user.fill(field('name'), 'Ana')
      await user.fill(field('phone'), '0722123456')
    },
    send: () => user.click(button(t('checkout.payTakeaway', { total: '57.00 LEI' }))),
  }
}
const bodies = () => fakeApi.callsOf(placeOrder).map(({ body }) => body as Record<string, unknown>)
const keys = () => fakeApi.callsOf(placeOrder).map(({ headers }) => headers.get('idempotency-key'))

describe.each(LANGUAGES)('when a takeaway order is picked up (%s)', (language) => {
  it('is as soon as possible unless another time is chosen', async () => {
    fakeApi.answers(placeOrder, placedOrder())
    const { t, form, choose, next, fill, send } = await openCheckout({ language })
    const asap = new RegExp(t('checkout.pickup.asap'))
    expect(await form.findByRole('radio', { name: asap })).toHaveProperty('checked', true)
    expect(form.getAllByText(t('checkout.pickup.ready', { time: '19:40' }))).toHaveLength(2)
    expect(form.getByText(t('checkout.pickup.address', { address: 'Strada Morii 12' }), { exact: false })).toBeDefined()
    // Beside the three ways to be served.
    expect(form.getAllByRole('radio')).toHaveLength(5)
    await choose(asap)
    await next(t('checkout.pickup.asap').toLowerCase())
    await fill()
    await send()
    await waitFor(() => expect(bodies()).toMatchObject([{ pickupAt: null, diningOption: 'takeaway' }]))
  })

  it('is a slot that has room; full ones cannot be chosen', async () => {
    fakeApi.answers(placeOrder, placedOrder())
    const { t, form, at, button, slot, choose, next, fill, send } = await openCheckout({ language })
    await choose(t('checkout.pickup.other'))
    expect(await slot('20:00')).toHaveProperty('disabled', true)
    expect((await slot('20:00')).closest('label')?.textContent).toBe(`20:00${t('checkout.pickup.full')}`)
    await choose(/^20:00/)
    // Nothing is chosen yet: the button leads to the first time with room.
    button(t('checkout.pickup.choose')).click()
    expect(document.activeElement).toBe(await slot('19:45'))
    await choose(/^20:15/)
    const [day] = at('').split(' ')
    expect(form.getByText(t('checkout.pickup.between', { day, time: '20:15', end: '20:30' }))).toBeDefined()
    await next(at('20:15'))
    expect(form.getByText(t('checkout.pickup.chosen', { time: at('20:15') }))).toBeDefined()
    await fill()
    await send()
    await waitFor(() => expect(bodies()).toMatchObject([{ pickupAt: AT_2015 }]))
  })

  it('has the prices of that time, before the button and in the order', async () => {
    fakeApi.answers(getOffers, [{ menuItemId: 7, percent: 30, roundTo: 1 }])
    fakeApi.refusesOnce(
      placeOrder,
      409,
      { code: 'price_changed', message: '', total: 2850, prices: [{ menuItemId: 7, price: 2850 }] },
      placedOrder(),
    )
    const { t, user, form, at, button, choose, next, fill } = await openCheckout({ language })
    await form.findByText('57.00 LEI')
    expect(form.queryByText(t('checkout.pickup.prices'))).toBeNull()
    await choose(t('checkout.pickup.other'))
    await choose('19:45')
    expect(await form.findByText('39.90 LEI')).toBeDefined()
    expect(form.getByText(t('checkout.pickup.prices'))).toBeDefined()
    expect(fakeApi.callsOf(getOffers).map(({ query }) => query)).toEqual([{ at: AT_1945 }])
    await next(at('19:45'))
    expect(form.getByText(t('menu.insteadOf', { price: '57.00' }))).toBeDefined()
    await fill()
    await user.click(button(t('checkout.payTakeaway', { total: '39.90 LEI' })))
    expect((await form.findByRole('alert')).textContent).toContain('19.95 LEI')
    expect(bodies()).toMatchObject([{ pickupAt: AT_1945, total: 3990 }])
  })

  it('is either run of an hour that comes twice, each in words', async () => {
    vi.setSystemTime(new Date('2026-10-24T20:00:00Z'))
    const both = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map((at) => ({ at, full: false }))
    fakeApi.answers(getPickup, { asap: null, days: ['2026-10-25'], slots: both })
    const { form, at, saturday, slot, choose, button, t } = await openCheckout({ language })
    const [summer, winter] = language === 'ro' ? ['ora de vară', 'ora de iarnă'] : ['summer time', 'winter time']
    expect((await slot(`03:30 ?.${summer}`)).closest('label')?.textContent).toBe(`03:30(${summer})`)
    await choose(new RegExp(`^03:30 ?.${winter}`))
    expect(button(t('checkout.pickup.continue', { time: at(`03:30 (${winter})`, saturday) }))).toBeDefined()
    expect(form.getAllByRole('radio', { name: /^03:30/ })).toHaveLength(2)
  })

  it('asks for the times of another day', async () => {
    const { t, user, form, saturday, choose } = await openCheckout({ language })
    await choose(t('checkout.pickup.other'))
    fakeApi.answers(getPickup, { ...TIMES, slots: [{ at: '2026-11-21T08:00:00.000Z', full: false }] })
    await user.click(form.getByRole('radio', { name: new RegExp(saturday ?? '') }))
    await choose('10:00')
    expect(fakeApi.callsOf(getPickup).map(({ query }) => query)).toEqual([{}, { date: '2026-11-21' }])
    expect(form.getByText(t('checkout.pickup.at', { day: saturday, time: '10:00' }))).toBeDefined()
  })

  it('is kept in this tab with what was typed, and can be changed from the form', async () => {
    const { t, user, form, at, button, field, choose, next } = await openCheckout({ language })
    await choose(t('checkout.pickup.other'))
    await choose('19:45')
    await next(at('19:45'))
    await user.fill(field('name'), 'Ana')
    expect(JSON.parse(sessionStorage.getItem('masa.draft.checkout') ?? '{}').value.value).toMatchObject({
      pickup: { at: AT_1945, day: '2026-11-20' },
      customer: { customerName: 'Ana' },
    })
    await user.click(button(t('checkout.pickup.backTo')))
    expect(await form.findByRole('radio', { name: '19:45' })).toHaveProperty('checked', true)
    await choose(/^20:15/)
    await next(at('20:15'))
    expect(field('name')).toHaveProperty('value', 'Ana')
    expect(guestDraft.typed.pickup?.at).toBe(AT_2015)
  })

  it('loses nothing if the slot has gone: one tap takes one of the nearest and sends again', async () => {
    fakeApi.refusesOnce(
      placeOrder,
      409,
      { code: 'slot_gone', message: 'Ora nu mai este liberă', nearest: [AT_1945, AT_2000, AT_2015] },
      placedOrder(),
    )
    const { t, user, form, at, button, field, choose, next, fill, send } = await openCheckout({ language })
    await choose(t('checkout.pickup.other'))
    await choose('19:45')
    await next(at('19:45'))
    await fill()
    await send()
    expect((await form.findByRole('alert')).textContent).toContain('Ora nu mai este liberă')
    for (const time of ['19:45', '20:00', '20:15']) expect(button(at(time))).toBeDefined()
    await user.fill(field('name'), 'Ana Pop')
    await user.click(button(at('20:00')))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    expect(bodies()).toMatchObject([
      { pickupAt: AT_1945, customerName: 'Ana' },
      { pickupAt: AT_2000, customerName: 'Ana Pop', phoneNumber: '+40722123456' },
    ])
    expect(new Set(keys()).size).toBe(2)
  })

  it('shows what was typed also if an order that waited is refused in another tab', async () => {
    const body = { items: [], total: 5700, customerName: 'Ana', phoneNumber: '+40722123456', pickupAt: AT_1945 }
    fakeApi.refuses(placeOrder, 409, { code: 'slot_gone', message: '', nearest: [AT_2015] })
    await checkout.place({ ...body, diningOption: 'takeaway', email: null, notes: 'fără ceapă' })
    const { user, at, button, field } = await openCheckout({ language })
    expect(field('name')).toHaveProperty('value', 'Ana')
    fakeApi.answers(placeOrder, placedOrder())
    await user.click(button(at('20:15')))
    await waitFor(() => expect(bodies()[1]).toMatchObject({ pickupAt: AT_2015, notes: 'fără ceapă' }))
  })

  it('is fetched anew and asked again if it has closed meanwhile', async () => {
    fakeApi.refuses(placeOrder, 409, { code: 'closed', message: 'Închis', opensAt: null })
    const { t, user, form, button, next, fill, send } = await openCheckout({ language })
    await form.findByText(t('checkout.pickup.other'))
    await next(t('checkout.pickup.asap').toLowerCase())
    await fill()
    await send()
    await form.findByRole('alert')
    fakeApi.answers(getPickup, { ...TIMES, asap: null })
    await user.click(button(t('checkout.pickup.choose')))
    await waitFor(() => expect(form.queryByText(t('checkout.pickup.asap'))).toBeNull())
    expect(form.getByRole('radio', { name: '19:45' })).toBeDefined()
  })

  it('is a later time while it is closed', async () => {
    fakeApi.answers(getPickup, { ...TIMES, asap: null, days: ['2026-11-21'] })
    const { t, form, button } = await openCheckout({ language, hours: CLOSED })
    expect(await form.findByRole('radio', { name: '19:45' })).toBeDefined()
    expect(form.queryByText(t('checkout.pickup.asap'))).toBeNull()
    expect(form.getByText(t('menu.closed'), { exact: false })).toBeDefined()
    expect(button(t('checkout.pickup.choose'))).toBeDefined()
  })

  it('says that there is no time, and offers nothing to send', async () => {
    fakeApi.answers(getPickup, { asap: null, days: [], slots: [] })
    const { t, form } = await openCheckout({ language, hours: CLOSED })
    expect(await form.findByText(t('checkout.pickup.none'))).toBeDefined()
    expect(form.queryByRole('button', { name: t('checkout.pickup.choose') })).toBeNull()
  })

  it('is by the restaurant’s clock, and says so on a phone elsewhere', async () => {
    const { t, form, slot, choose } = await openCheckout({ language, timeZone: 'America/New_York' })
    await choose(t('checkout.pickup.other'))
    expect(await slot('12:45')).toBeDefined()
    expect(form.getByText(t('checkout.pickup.restaurantTime', { time: '12:20' }))).toBeDefined()
  })

  it('is not asked of those who eat here, nor at a table', async () => {
    fakeApi.answers(placeOrder, placedOrder())
    const page = await openCheckout({ language })
    const { t, user, form, button, fill } = page
    await user.click(await form.findByRole('radio', { name: t('checkout.dineIn') }))
    await fill()
    expect(form.queryByText(t('checkout.pickup.asap'))).toBeNull()
    await user.click(button(t('checkout.payDineIn', { total: '57.00 LEI' })))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).not.toHaveProperty('pickupAt')
    page.unmount()
    checkout.acknowledge()
    await openCheckout({ language, isAtTable: true })
    expect(screen.queryByText(t('checkout.pickup.title'))).toBeNull()
    expect(screen.getByText(t('checkout.tableDescription'))).toBeDefined()
  })
})

describe.each(LANGUAGES)('the cart while takeaway is ordered for later only (%s)', (language) => {
  it('says for which day; its own button leads to the times', async () => {
    fakeApi.answers(getPickup, { ...TIMES, asap: null, days: ['2026-11-21'] })
    const { t } = render(<OrderAhead />, { language, hours: CLOSED })
    const day = language === 'ro' ? 'mâine' : 'tomorrow'
    expect(await screen.findByText(t('checkout.pickup.orderNow', { day }))).toBeDefined()
    expect(screen.getByText(t('menu.closed'), { exact: false })).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
