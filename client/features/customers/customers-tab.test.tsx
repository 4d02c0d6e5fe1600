import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Customer,
  type CustomerWithOrders,
  changeCustomer,
  eraseCustomer,
  getCustomer,
  listCustomers,
  mergeCustomer,
} from '#shared/contracts/customers.ts'
import { listOrders } from '#shared/contracts/orders.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import type { Follower } from '../../lib/live.ts'
import { act, dialog, fakeApi, render, screen, under, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { CustomersTab } from './customers-tab.tsx'

let follower: Follower | undefined
vi.mock('../../lib/live.ts', () => ({
  followLive: (given: Follower) => {
    follower = given
    return () => {}
  },
}))

const isWide = (wide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }))
beforeEach(() => isWide(true))

const customer = (fields: Partial<Customer> = {}): Customer => ({
  id: 1,
  name: 'Ana Pop',
  phoneNumber: '40712345678',
  otherNumbers: [],
  email: 'ana@example.com',
  notes: 'La geam',
  tags: [],
  preferences: {},
  orderCount: 4,
  totalSpent: 22_800,
  averageOrderValue: 5700,
  visitFrequency: 2.5,
  firstOrder: '2026-10-20T17:42:00.000Z',
  lastOrder: '2026-11-20T17:42:00.000Z',
  lastVisit: '2026-11-20T17:42:00.000Z',
  loyaltyTier: 'bronze',
  segment: 'loyal',
  ...fields,
})
const ANA = customer()
const DAN = customer({
  id: 2,
  name: 'Dan Pop',
  phoneNumber: '40723456789',
  email: 'dan@example.com',
  notes: 'Fără nuci',
  orderCount: 6,
  totalSpent: 40_000,
  loyaltyTier: 'silver',
  segment: 'vip',
})
const NEVER = customer({
  id: 3,
  name: '',
  email: null,
  notes: null,
  orderCount: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  firstOrder: null,
  lastOrder: null,
  lastVisit: null,
  segment: null,
})
const withOrders = (of: Customer, orders = [sampleOrder()]): CustomerWithOrders => ({ ...of, orders })
const queries = () => fakeApi.callsOf(listCustomers).map(({ query }) => query)

describe.each(LANGUAGES)('the customers (%s)', (language) => {
  const open = async (customers = [ANA, DAN, NEVER]) => {
    fakeApi.answers(listCustomers, customers)
    const drawn = render(<CustomersTab />, { language })
    await screen.findByRole('table')
    const row = (name: string) => {
      const button = screen.getByRole('button', { name: drawn.t('customers.open', { name }) })
      return within(button.closest('tr') as HTMLElement)
    }
    return { ...drawn, row }
  }
  const openAna = async (of = withOrders(ANA)) => {
    const drawn = await open()
    fakeApi.answers(getCustomer, of)
    await drawn.user.click(screen.getByRole('button', { name: drawn.t('customers.open', { name: 'Ana Pop' }) }))
    const shown = await dialog(of.name || drawn.t('customers.noName'))
    await shown.findByLabelText(drawn.t('customers.notes'))
    return { ...drawn, shown }
  }

  it('are a table of name, phone, orders, sum, tier and last order, in words', async () => {
    const { t, row } = await open()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      (['name', 'phone', 'orderCount', 'totalSpent', 'loyaltyTier', 'lastOrder'] as const).map((key) =>
        t(`customers.${key}`),
      ),
    )
    const cells = (name: string) =>
      row(name)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(cells('Dan Pop')).toEqual([
      `Dan Pop${t('customers.segments.vip')}`,
      '+40 723 456 789',
      '6',
      '400.00 LEI',
      t('customers.tiers.silver'),
      language === 'ro' ? '20 nov 2026, 19:42' : '20 Nov 2026, 19:42',
    ])
    expect(cells(t('customers.noName'))).toEqual([
      t('customers.noName'),
      '+40 712 345 678',
      '0',
      '0.00 LEI',
      t('customers.tiers.bronze'),
      t('customers.never'),
    ])
  })

  it('are sorted by their headers, which say how', async () => {
    const { user, t } = await open()
    const header = (key: 'name' | 'lastOrder' | 'totalSpent') =>
      screen.getByRole('columnheader', { name: t(`customers.${key}`) })
    expect(header('lastOrder').getAttribute('aria-sort')).toBe('descending')
    expect(header('name').getAttribute('aria-sort')).toBe('none')
    await user.click(within(header('name')).getByRole('button'))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'name', direction: 'asc' }))
    expect(header('name').getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(header('name')).getByRole('button'))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'name', direction: 'desc' }))
    await user.click(within(header('totalSpent')).getByRole('button'))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'totalSpent', direction: 'desc' }))
  })

  it('are cards on a phone, sorted by a choice', async () => {
    isWide(false)
    fakeApi.answers(listCustomers, [ANA, DAN])
    const { user, t } = render(<CustomersTab />, { language })
    const card = within(await screen.findByRole('listitem', { name: 'Dan Pop' }))
    for (const text of ['+40 723 456 789', t('customers.tiers.silver'), t('customers.segments.vip')])
      expect(card.getByText(text)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('combobox', { name: t('customers.sortBy') }))
    await user.click(await screen.findByRole('option', { name: t('customers.sorts.orderCount.desc') }))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'orderCount', direction: 'desc' }))
  })

  it('are searched on the server once the typing pauses; nobody found says so', async () => {
    const { user, t } = await open()
    fakeApi.answers(listCustomers, [])
    const box = screen.getByRole('textbox', { name: t('customers.searchLabel') })
    await user.fill(box, '  0799 888 ')
    expect(await screen.findByText(t('customers.noMatchDescription', { query: '0799 888' }))).toBeDefined()
    expect(queries().map(({ q }) => q)).toEqual([undefined, '0799 888'])
    fakeApi.answers(listCustomers, [ANA])
    await user.click(screen.getByRole('button', { name: t('customers.clearSearch') }))
    expect(await screen.findByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) })).toBeDefined()
  })

  it('come page by page, and say when more could not be loaded', async () => {
    const page = Array.from({ length: 100 }, (_, i) => customer({ id: i + 1, name: `Nr ${i + 1}` }))
    const { user, t, row } = await open(page)
    fakeApi.refuses(listCustomers, 500, { message: 'Fum' })
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    expect(await screen.findByText(t('customers.moreFailed'))).toBeDefined()
    // One who ordered meanwhile comes again, and is shown once.
    fakeApi.answers(listCustomers, [customer({ id: 100, name: 'Nr 100' }), customer({ id: 101, name: 'Nr 101' })])
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    await waitFor(() => expect(row('Nr 101')).toBeDefined())
    expect(screen.getAllByRole('row').length).toBe(102)
    expect(queries().at(-1)).toMatchObject({ after: '100', limit: '100' })
    expect(screen.queryByRole('button', { name: t('customers.more') })).toBeNull()
  })

  it('begin anew when the last one of the page before is gone', async () => {
    const page = Array.from({ length: 100 }, (_, i) => customer({ id: i + 1, name: `Nr ${i + 1}` }))
    const { user, t, row } = await open(page)
    const left = [customer({ id: 1, name: 'Nr 1' }), customer({ id: 99, name: 'Nr 99' })]
    fakeApi.refusesOnce(listCustomers, 404, { code: 'not_found' }, left)
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    await waitFor(() => expect(screen.getAllByRole('row').length).toBe(3))
    expect(row('Nr 99')).toBeDefined()
    expect(queries().map(({ after }) => after)).toEqual([undefined, '100', undefined])
    expect(screen.queryByText(t('customers.moreFailed'))).toBeNull()
  })

  it('say that there are none yet, or that they could not be loaded', async () => {
    fakeApi.refuses(listCustomers, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<CustomersTab />, { language })
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(listCustomers, [])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('customers.emptyDescription'))).toBeDefined()
  })

  it('follow the orders, at most once a second', async () => {
    await open()
    vi.useFakeTimers()
    const update = { type: 'ORDER_UPDATE', payload: sampleOrder() } as const
    for (let i = 0; i < 5; i++) follower?.ORDER_UPDATE?.(update)
    expect(queries().length).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(queries().length).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(queries().length).toBe(2)
  })

  describe('one of them', () => {
    it('shows figures, numbers and orders', async () => {
      const cancelled = sampleOrder({ id: 8, status: 'cancelled', notes: 'fără grabă' })
      const known = { ...withOrders(ANA, [sampleOrder({ id: 9 }), cancelled]), otherNumbers: ['40733000111'] }
      const { t, shown } = await openAna(known)
      expect(shown.getByText('+40 712 345 678 · +40 733 000 111')).toBeDefined()
      const figures = within(shown.getByRole('region', { name: t('customers.figures') }))
      const text = figures.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
      expect(text.slice(0, 4)).toEqual([
        '4',
        '228.00 LEI',
        '57.00 LEI',
        language === 'ro' ? '2,5 comenzi în 30 de zile' : '2.5 orders in 30 days',
      ])
      expect(text.slice(6)).toEqual([t('customers.tiers.bronze'), t('customers.segments.loyal')])
      const order = within(shown.getByRole('listitem', { name: t('orders.order', { id: 8 }) }))
      expect(order.getByText(t('orders.status.cancelled'))).toBeDefined()
      expect(order.getByText(t('customers.orderNotCounted'), { exact: false })).toBeDefined()
      expect(order.getByText('fără grabă')).toBeDefined()
      expect(shown.queryByRole('button', { name: t('customers.moreOrders') })).toBeNull()
    })

    it('fetches older orders when there may be some', async () => {
      const newest = Array.from({ length: 50 }, (_, i) => sampleOrder({ id: 200 - i }))
      const { user, t, shown } = await openAna(withOrders(ANA, newest))
      fakeApi.answers(listOrders, [sampleOrder({ id: 12 })])
      await user.click(shown.getByRole('button', { name: t('customers.moreOrders') }))
      expect(await shown.findByRole('listitem', { name: t('orders.order', { id: 12 }) })).toBeDefined()
      expect(fakeApi.callsOf(listOrders)[0]?.query).toEqual({ customerId: '1', before: '151', limit: '50' })
      expect(shown.queryByRole('button', { name: t('customers.moreOrders') })).toBeNull()
    })

    it('keeps the older orders that are read while a new one comes', async () => {
      const newest = Array.from({ length: 50 }, (_, i) => sampleOrder({ id: 200 - i }))
      const { user, t, shown } = await openAna(withOrders(ANA, newest))
      fakeApi.answers(listOrders, [sampleOrder({ id: 12 })])
      await user.click(shown.getByRole('button', { name: t('customers.moreOrders') }))
      await shown.findByRole('listitem', { name: t('orders.order', { id: 12 }) })
      fakeApi.answers(getCustomer, withOrders(ANA, [sampleOrder({ id: 201 }), ...newest.slice(0, -1)]))
      act(() => follower?.ORDER_UPDATE?.({ type: 'ORDER_UPDATE', payload: sampleOrder({ id: 201 }) }))
      await shown.findByRole('listitem', { name: t('orders.order', { id: 201 }) }, { timeout: 3_000 })
      const names = within(shown.getByRole('list', { name: t('customers.orders') }))
        .getAllByRole('listitem')
        .map((item) => item.getAttribute('aria-label'))
      const ids = [...Array.from({ length: 51 }, (_, i) => 201 - i), 12]
      expect(names).toEqual(ids.map((id) => t('orders.order', { id })))
    })

    it('is changed by what was typed, and by nothing else', async () => {
      const { user, t, shown } = await openAna()
      const notes = shown.getByLabelText(t('customers.notes'))
      fakeApi.answers(changeCustomer, { ...ANA, notes: 'Doi copii' })
      await user.fill(notes, 'Doi copii')
      await user.click(shown.getByRole('button', { name: t('customers.save') }))
      expect(await screen.findByText(t('customers.saved'))).toBeDefined()
      expect(fakeApi.callsOf(changeCustomer).map(({ body }) => body)).toEqual([{ notes: 'Doi copii' }])
    })

    it('keeps what is typed while it is being saved', async () => {
      const { user, t, shown } = await openAna()
      const field = (key: 'email' | 'notes') => shown.getByLabelText(t(`customers.${key}`)) as HTMLInputElement
      const release = fakeApi.holds(changeCustomer, { ...ANA, notes: 'Doi copii' })
      await user.fill(field('notes'), 'Doi copii')
      await user.click(shown.getByRole('button', { name: t('customers.save') }))
      await waitFor(() => expect(fakeApi.callsOf(changeCustomer)).toHaveLength(1))
      await user.fill(field('notes'), 'Trei copii')
      await user.fill(field('email'), 'nou@example.com')
      fakeApi.answers(getCustomer, withOrders({ ...ANA, notes: 'Doi copii' }))
      release()
      expect(await screen.findByText(t('customers.saved'))).toBeDefined()
      expect([field('notes').value, field('email').value]).toEqual(['Trei copii', 'nou@example.com'])
    })

    it('takes notes about somebody whose name is too short to be typed here', async () => {
      const { user, t, shown } = await openAna(withOrders({ ...ANA, name: '', email: 'x' }))
      fakeApi.answers(changeCustomer, ANA)
      await user.fill(shown.getByLabelText(t('customers.notes')), 'Doi copii')
      await user.click(shown.getByRole('button', { name: t('customers.save') }))
      expect(await screen.findByText(t('customers.saved'))).toBeDefined()
      expect(fakeApi.callsOf(changeCustomer).map(({ body }) => body)).toEqual([{ notes: 'Doi copii' }])
    })

    it('says what is wrong with a name or an address, before and after it was sent', async () => {
      const { user, t, shown } = await openAna()
      const [name, email] = [shown.getByLabelText(t('customers.name')), shown.getByLabelText(t('customers.email'))]
      await user.fill(name, 'A')
      await user.fill(email, 'ana')
      await user.click(shown.getByRole('button', { name: t('customers.save') }))
      await waitFor(() => expect([under(name), under(email)]).toEqual([t('nameRequired'), t('emailInvalid')]))
      expect(document.activeElement).toBe(name)
      await user.fill(name, 'Ana')
      await user.fill(email, 'ana@other.example')
      const issues = [{ path: 'email', message: 'Nu așa' }]
      fakeApi.refuses(changeCustomer, 400, { message: 'Nu așa', code: 'invalid_input', issues })
      await user.click(shown.getByRole('button', { name: t('customers.save') }))
      await waitFor(() => expect(under(email)).toBe('Nu așa'))
      expect([(name as HTMLInputElement).value, (email as HTMLInputElement).value]).toEqual([
        'Ana',
        'ana@other.example',
      ])
    })

    it('can be taken along as JSON, and as a text in the language of the page', async () => {
      const { t, shown } = await openAna()
      const link = (key: 'exportJson' | 'exportText') =>
        shown.getByRole('link', { name: t(`customers.${key}`) }).getAttribute('href')
      expect(link('exportJson')).toBe('/api/customers/1/export')
      expect(link('exportText')).toBe(`/api/customers/1/export?as=text&lang=${language}`)
    })

    it('is merged with another after both and what will be were shown', async () => {
      const { user, t, shown } = await openAna()
      await user.click(shown.getByRole('button', { name: t('customers.merge') }))
      const merging = await dialog(t('customers.mergeTitle'))
      fakeApi.answers(listCustomers, [ANA, DAN])
      await user.fill(merging.getByRole('textbox', { name: t('customers.mergeSearch') }), 'pop')
      await user.click(await merging.findByRole('button', { name: /Dan Pop/ }))
      // Nobody is merged with themselves.
      expect(merging.queryByRole('button', { name: /Ana Pop/ })).toBeNull()
      const text = (name: string) => merging.getByRole('region', { name }).textContent?.replaceAll('\u00a0', ' ')
      expect(text(t('customers.mergeGoes'))).toContain('Ana Pop')
      expect(text(t('customers.mergeStays'))).toContain('Dan Pop')
      for (const part of ['Dan Pop', '+40 723 456 789', '+40 712 345 678', 'dan@example.com', '10', '628.00 LEI'])
        expect(text(t('customers.mergeWillBe'))).toContain(part)
      expect(text(t('customers.mergeWillBe'))).toContain('Fără nuci\nLa geam')
      expect(text(t('customers.mergeWillBe'))).toContain(t('customers.tiers.silver'))
      await user.click(merging.getByRole('button', { name: t('customers.mergeSwap') }))
      expect(text(t('customers.mergeStays'))).toContain('Ana Pop')
      await user.click(merging.getByRole('button', { name: t('customers.mergeSwap') }))
      fakeApi.answers(mergeCustomer, DAN)
      fakeApi.answers(getCustomer, withOrders(DAN))
      await user.click(merging.getByRole('button', { name: t('customers.mergeConfirm', { name: 'Dan Pop' }) }))
      // The one who stays is shown.
      expect(await screen.findByText(t('customers.merged', { name: 'Dan Pop' }))).toBeDefined()
      expect(await screen.findByRole('dialog', { name: 'Dan Pop' })).toBeDefined()
      expect(fakeApi.callsOf(mergeCustomer).map(({ path, body }) => [path, body])).toEqual([
        ['/api/customers/1/merge', { intoId: 2 }],
      ])
    })

    it('says that the search for the other one failed, and searches again', async () => {
      const { user, t, shown } = await openAna()
      await user.click(shown.getByRole('button', { name: t('customers.merge') }))
      const merging = await dialog(t('customers.mergeTitle'))
      fakeApi.refuses(listCustomers, 500, { message: 'Fum' })
      await user.fill(merging.getByRole('textbox', { name: t('customers.mergeSearch') }), 'pop')
      expect(await merging.findByText(t('customers.mergeSearchFailed'))).toBeDefined()
      fakeApi.answers(listCustomers, [DAN])
      await user.click(merging.getByRole('button', { name: t('common.tryAgain') }))
      expect(await merging.findByRole('button', { name: /Dan Pop/ })).toBeDefined()
    })

    it('is erased after one question, which names what goes', async () => {
      const { user, t, shown } = await openAna()
      const ask = async () => {
        await user.click(shown.getByRole('button', { name: t('customers.erase') }))
        return within(await screen.findByRole('alertdialog', { name: t('customers.eraseTitle', { name: 'Ana Pop' }) }))
      }
      const question = await ask()
      expect(question.getByText(t('customers.eraseDescription'))).toBeDefined()
      await user.click(question.getByRole('button', { name: t('common.cancel') }))
      expect(fakeApi.callsOf(eraseCustomer)).toEqual([])
      fakeApi.refuses(eraseCustomer, 409, { message: 'Mai are o comandă', code: 'open_orders' })
      await user.click((await ask()).getByRole('button', { name: t('customers.eraseConfirm') }))
      expect(await screen.findByText('Mai are o comandă')).toBeDefined()
      fakeApi.answers(eraseCustomer, undefined)
      fakeApi.refuses(getCustomer, 404, { message: 'Nu e', code: 'not_found' })
      fakeApi.answers(listCustomers, [DAN])
      await user.click(screen.getByRole('button', { name: t('customers.eraseConfirm') }))
      expect(await screen.findByText(t('customers.erased'))).toBeDefined()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      // The row that had the focus is gone.
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t('customers.searchLabel') })),
      )
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) })).toBeNull(),
      )
    })

    it('who is gone meanwhile is said to be', async () => {
      const { user, t } = await open()
      fakeApi.refuses(getCustomer, 404, { message: 'Nu e', code: 'not_found' })
      await user.click(screen.getByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) }))
      const shown = await dialog(t('customers.customer'))
      expect(await shown.findByText(t('customers.goneDescription'))).toBeDefined()
    })
  })
})
