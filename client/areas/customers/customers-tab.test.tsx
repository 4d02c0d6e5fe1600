import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Customer, listCustomers } from '#shared/contracts/customers.ts'
import { listReservations } from '#shared/contracts/reservations.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { sidePanel } from '../../lib/browser/dashboard.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder, sampleReservation } from '../../testing/samples.ts'
import { ANA, DAN, isWide, openCustomers, sampleCustomer } from './customers.fixture.tsx'
import CustomersTab from './customers-tab.tsx'

const live = fakeLive()

beforeEach(() => isWide(true))

const queries = () => fakeApi.callsOf(listCustomers).map(({ query }) => query)

describe('the customers', () => {
  const open = async (customers?: Customer[]) => {
    const view = await openCustomers(customers)
    const row = (name: string) => {
      const button = screen.getByRole('button', { name: view.t('customers.open', { name }) })
      return within(button.closest('tr') as HTMLElement)
    }
    return { ...view, row }
  }

  it('are followed by who matches the search and has only reserved, in whose window the data are erased', async () => {
    fakeApi.answers(listCustomers, [ANA])
    const { user, t } = render(<CustomersTab />, { settings: { reservations: { ...DEFAULT_RESERVATIONS, on: true } } })
    const elena = sampleReservation({ id: 9, name: 'Elena Popescu', phoneNumber: '40722111222' })
    fakeApi.answers(listReservations, [sampleReservation({ phoneNumber: ANA.phoneNumber }), elena])
    await user.fill(await screen.findByLabelText(t('customers.searchLabel')), 'Pop')
    const others = within(await screen.findByRole('region', { name: t('customers.reservedOnly') }))
    const [one, book] = others.getAllByRole('button')
    expect(book?.textContent).toBe(t('settings.reservations.ways.book'))
    expect(one?.textContent).toContain('Elena Popescu')
    expect(fakeApi.callsOf(listReservations).map(({ query }) => query?.q)).toEqual(['Pop'])
    await user.click(one as HTMLElement)
    expect(openedDialog('reservation')).toEqual({ id: 9 })
  })

  it('are shown in a table of name, phone, orders, sum, tier and last order', async () => {
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
      'Dan Pop',
      '+40 723 456 789',
      '6',
      '400.00 LEI',
      t('customers.tiers.silver'),
      '20 Nov 2026, 19:42',
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

  it('are sorted by the table’s headers, which show the direction', async () => {
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

  it('are cards on a phone, with a select for sorting', async () => {
    isWide(false)
    fakeApi.answers(listCustomers, [ANA, DAN])
    const { user, t } = render(<CustomersTab />)
    const card = within(await screen.findByRole('listitem', { name: 'Dan Pop' }))
    for (const text of ['+40 723 456 789', t('customers.tiers.silver')]) expect(card.getByText(text)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('combobox', { name: t('customers.sortBy') }))
    await user.click(await screen.findByRole('option', { name: t('customers.sorts.orderCount.desc') }))
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'orderCount', direction: 'desc' }))
  })

  it('are cards beside the panel of a new order, which takes the width of a table', async () => {
    // As at 1024 px.
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: Number.parseFloat(query.replace(/\D+/, '')) <= 64,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const { row } = await open()
    expect(row('Dan Pop')).toBeDefined()
    act(() => sidePanel.set(true))
    expect(screen.getByRole('listitem', { name: 'Dan Pop' })).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    act(() => sidePanel.set(false))
    expect(screen.getByRole('table')).toBeDefined()
  })

  it('are searched on the server once typing pauses, with a message if none match', async () => {
    const { user, t } = await open()
    fakeApi.answers(listCustomers, [])
    const box = screen.getByRole('textbox', { name: t('customers.searchLabel') })
    await user.fill(box, '  0799 888 ')
    expect(await screen.findByText(t('customers.noMatchDescription', { query: '0799 888' }))).toBeDefined()
    expect(queries().map(({ q }) => q)).toEqual([undefined, '0799 888'])
    fakeApi.answers(listCustomers, [ANA])
    await user.click(screen.getByRole('button', { name: t('common.clearSearch') }))
    expect(await screen.findByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) })).toBeDefined()
  })

  it('are loaded page by page, with a message if more could not be loaded', async () => {
    const page = Array.from({ length: 100 }, (_, i) => sampleCustomer({ id: i + 1, name: `Nr ${i + 1}` }))
    const { user, t, row } = await open(page)
    // However many customers there are, the tab begins with one page of rows, and the header.
    expect([queries(), screen.getAllByRole('row').length]).toEqual([[expect.objectContaining({ limit: '100' })], 101])
    fakeApi.refuses(listCustomers, 500, { message: 'Fum' })
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    expect(await screen.findByText(t('common.loadFailed'))).toBeDefined()
    // A customer who ordered meanwhile is on both pages, but is shown once.
    fakeApi.answers(listCustomers, [
      sampleCustomer({ id: 100, name: 'Nr 100' }),
      sampleCustomer({ id: 101, name: 'Nr 101' }),
    ])
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    await waitFor(() => expect(row('Nr 101')).toBeDefined())
    expect(screen.getAllByRole('row').length).toBe(102)
    expect(queries().at(-1)).toMatchObject({ after: '100', limit: '100' })
    expect(screen.queryByRole('button', { name: t('customers.more') })).toBeNull()
  })

  it('are refetched from the first page if the last customer of a page is gone', async () => {
    const page = Array.from({ length: 100 }, (_, i) => sampleCustomer({ id: i + 1, name: `Nr ${i + 1}` }))
    const { user, t, row } = await open(page)
    const remaining = [sampleCustomer({ id: 1, name: 'Nr 1' }), sampleCustomer({ id: 99, name: 'Nr 99' })]
    fakeApi.refusesOnce(listCustomers, 404, { code: 'not_found' }, remaining)
    await user.click(screen.getByRole('button', { name: t('customers.more') }))
    await waitFor(() => expect(screen.getAllByRole('row').length).toBe(3))
    expect(row('Nr 99')).toBeDefined()
    expect(queries().map(({ after }) => after)).toEqual([undefined, '100', undefined])
    expect(screen.queryByText(t('common.loadFailed'))).toBeNull()
  })

  it('show an error if they could not be loaded, and a message while there are none', async () => {
    fakeApi.refuses(listCustomers, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<CustomersTab />)
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(listCustomers, [])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('customers.emptyDescription'))).toBeDefined()
  })

  it('are refetched when orders change, at most once a second', async () => {
    await open()
    vi.useFakeTimers()
    const update = { type: 'ORDER_UPDATE', payload: sampleOrder() } as const
    for (let i = 0; i < 5; i++) live.follower.ORDER_UPDATE?.(update)
    expect(queries().length).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(queries().length).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(queries().length).toBe(2)
  })
})
