import { beforeEach, describe, expect, it } from 'vitest'
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
import { areaKey, refetchChanged } from '../../lib/api/query.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, dialog, fakeApi, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder, sampleReservation } from '../../testing/samples.ts'
import { ANA, DAN, isWide, openCustomers } from './customers.fixture.tsx'

const live = fakeLive()

beforeEach(() => isWide(true))

const withOrders = (customer: Customer, orders = [sampleOrder({ status: 'completed' })]): CustomerWithOrders => ({
  ...customer,
  orders,
  reservations: [],
})

describe('a customer’s dialog', () => {
  const openAna = async (customer = withOrders(ANA)) => {
    const view = await openCustomers()
    fakeApi.answers(getCustomer, customer)
    await view.user.click(screen.getByRole('button', { name: view.t('customers.open', { name: 'Ana Pop' }) }))
    const panel = await dialog(customer.name || view.t('customers.noName'))
    await view.user.click(await panel.findByRole('button', { name: view.t('customers.edit') }))
    await panel.findByLabelText(view.t('customers.notes'))
    return { ...view, panel }
  }

  it('shows the customer’s figures, phone numbers and orders', async () => {
    const cancelled = sampleOrder({ id: 8, status: 'cancelled', notes: 'fără grabă' })
    const customer = { ...withOrders(ANA, [sampleOrder({ id: 9 }), cancelled]), otherNumbers: ['40733000111'] }
    const { t, panel } = await openAna(customer)
    const numbers = panel.getAllByRole<HTMLAnchorElement>('link', { name: /^\+40/ })
    expect(numbers.map(({ textContent, href }) => [textContent, href])).toEqual([
      ['+40 712 345 678', 'tel:+40712345678'],
      ['+40 733 000 111', 'tel:+40733000111'],
    ])
    const figures = within(panel.getByRole('region', { name: t('reports.sections.figures') }))
    const text = figures.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(text.slice(0, 4)).toEqual(['4', '228.00 LEI', '57.00 LEI', 'about 3 orders a month'])
    expect(text.slice(6)).toEqual([t('customers.tiers.bronze'), t('customers.segments.loyal')])
    const order = within(panel.getByRole('listitem', { name: t('orders.order', { id: 8 }) }))
    expect(order.getByText(t('orders.status.cancelled'))).toBeDefined()
    expect(order.getByText(t('customers.orderNotCounted'), { exact: false })).toBeDefined()
    expect(order.getByText('fără grabă')).toBeDefined()
    expect(order.getByText(/× Sour soup/)).toBeDefined()
    expect(panel.queryByRole('button', { name: t('orders.older') })).toBeNull()
  })

  it('offers older orders only if there may be some', async () => {
    const newest = Array.from({ length: 50 }, (_, i) => sampleOrder({ id: 200 - i }))
    const { user, t, panel } = await openAna(withOrders(ANA, newest))
    fakeApi.answers(listOrders, [sampleOrder({ id: 12 })])
    await user.click(panel.getByRole('button', { name: t('orders.older') }))
    expect(await panel.findByRole('listitem', { name: t('orders.order', { id: 12 }) })).toBeDefined()
    expect(fakeApi.callsOf(listOrders)[0]?.query).toEqual({ customerId: '1', before: '151', limit: '50' })
    expect(panel.queryByRole('button', { name: t('orders.older') })).toBeNull()
  })

  it('keeps the loaded older orders when a new order arrives', async () => {
    const newest = Array.from({ length: 50 }, (_, i) => sampleOrder({ id: 200 - i }))
    const { user, t, panel } = await openAna(withOrders(ANA, newest))
    fakeApi.answers(listOrders, [sampleOrder({ id: 12 })])
    await user.click(panel.getByRole('button', { name: t('orders.older') }))
    await panel.findByRole('listitem', { name: t('orders.order', { id: 12 }) })
    fakeApi.answers(getCustomer, withOrders(ANA, [sampleOrder({ id: 201 }), ...newest.slice(0, -1)]))
    act(() => live.follower.ORDER_UPDATE?.({ type: 'ORDER_UPDATE', payload: sampleOrder({ id: 201 }) }))
    await panel.findByRole('listitem', { name: t('orders.order', { id: 201 }) })
    const names = within(panel.getByRole('list', { name: t('customers.orders') }))
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label'))
    const ids = [...Array.from({ length: 51 }, (_, i) => 201 - i), 12]
    expect(names).toEqual(ids.map((id) => t('orders.order', { id })))
  })

  it('changes the tags, typed as one text, and shows what is wrong with one of them', async () => {
    const { user, t, panel } = await openAna(withOrders({ ...ANA, tags: ['client vechi', 'la geam'] }))
    const tags = panel.getByLabelText<HTMLInputElement>(t('customers.tags'))
    expect(tags.value).toBe('client vechi, la geam')
    await user.fill(tags, `la geam, ${'x'.repeat(31)}`)
    await user.click(panel.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(textBelow(tags)).toBe(t('validation.atMostCharacters', { count: 30 })))
    expect(fakeApi.callsOf(changeCustomer)).toEqual([])
    fakeApi.answers(changeCustomer, { ...ANA, tags: ['la geam', 'alergie la nuci'] })
    await user.fill(tags, ' la geam,, alergie la nuci, LA GEAM ')
    await user.click(panel.getByRole('button', { name: t('common.save') }))
    await screen.findByText(t('customers.saved'))
    expect(fakeApi.callsOf(changeCustomer).map(({ body }) => body)).toEqual([{ tags: ['la geam', 'alergie la nuci'] }])
  })

  it('saves the notes of a customer whose stored name and email the form would reject', async () => {
    const { user, t, panel } = await openAna(withOrders({ ...ANA, name: '', email: 'x' }))
    fakeApi.answers(changeCustomer, ANA)
    await user.fill(panel.getByLabelText(t('customers.notes')), 'Doi copii')
    await user.click(panel.getByRole('button', { name: t('common.save') }))
    expect(await screen.findByText(t('customers.saved'))).toBeDefined()
    expect(fakeApi.callsOf(changeCustomer).map(({ body }) => body)).toEqual([{ notes: 'Doi copii' }])
  })

  it('shows the errors of name and email', async () => {
    const { user, t, panel } = await openAna()
    const [name, email] = [panel.getByLabelText(t('customers.name')), panel.getByLabelText(t('customers.email'))]
    await user.fill(name, 'A')
    await user.fill(email, 'ana')
    await user.click(panel.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect([textBelow(name), textBelow(email)]).toEqual([t('nameRequired'), t('emailInvalid')]))
    expect(document.activeElement).toBe(name)
    expect(localStorage.getItem(`masa.draft.customer.${ANA.id}`)).not.toBeNull()
  })

  it('downloads the data as JSON, and as text in the page’s language', async () => {
    const { t, panel } = await openAna()
    const link = (key: 'exportJson' | 'exportText') =>
      panel.getByRole('link', { name: t(`customers.${key}`) }).getAttribute('href')
    expect(link('exportJson')).toBe('/api/customers/1/export')
    expect(link('exportText')).toBe(`/api/customers/1/export?as=text&lang=en`)
  })

  it('merges with another customer after a preview of both and the result', async () => {
    const { user, t, panel } = await openAna()
    await user.click(panel.getByRole('button', { name: t('customers.merge') }))
    const merging = await dialog(t('customers.mergeTitle'))
    fakeApi.answers(listCustomers, [ANA, DAN])
    await user.fill(merging.getByRole('textbox', { name: t('customers.mergeSearch') }), 'pop')
    await user.click(await merging.findByRole('button', { name: /Dan Pop/ }))
    // The customer is not offered for merging with themselves.
    expect(merging.queryByRole('button', { name: /Ana Pop/ })).toBeNull()
    const text = (name: string) => merging.getByRole('region', { name }).textContent?.replaceAll('\u00a0', ' ')
    expect(text(t('customers.mergeGoes'))).toContain('Ana Pop')
    expect(text(t('customers.mergeStays'))).toContain('Dan Pop')
    for (const part of ['Dan Pop', '+40 723 456 789', '+40 712 345 678', 'dan@example.com', '10', '628.00 LEI'])
      expect(text(t('customers.mergeWillBe'))).toContain(part)
    expect(text(t('customers.mergeWillBe'))).toContain('Fără nuci\nLa geam')
    expect(text(t('customers.mergeWillBe'))).toContain(t('customers.tiers.silver'))
    fakeApi.answers(mergeCustomer, DAN)
    fakeApi.answers(getCustomer, withOrders(DAN))
    await user.click(merging.getByRole('button', { name: t('customers.mergeConfirm', { name: 'Dan Pop' }) }))
    // The dialog shows the remaining customer.
    expect(await screen.findByText(t('customers.merged', { name: 'Dan Pop' }))).toBeDefined()
    expect(await screen.findByRole('dialog', { name: 'Dan Pop' })).toBeDefined()
    expect(fakeApi.callsOf(mergeCustomer).map(({ path, body }) => [path, body])).toEqual([
      ['/api/customers/1/merge', { intoId: 2 }],
    ])
  })

  it('shows an error if the search for the other customer fails, with a button to retry', async () => {
    const { user, t, panel } = await openAna()
    await user.click(panel.getByRole('button', { name: t('customers.merge') }))
    const merging = await dialog(t('customers.mergeTitle'))
    fakeApi.refuses(listCustomers, 500, { message: 'Fum' })
    await user.fill(merging.getByRole('textbox', { name: t('customers.mergeSearch') }), 'pop')
    expect(await merging.findByText(t('common.loadFailed'))).toBeDefined()
    fakeApi.answers(listCustomers, [DAN])
    await user.click(merging.getByRole('button', { name: t('common.tryAgain') }))
    expect(await merging.findByRole('button', { name: /Dan Pop/ })).toBeDefined()
  })

  it('shows the reservations of their numbers, and how many were kept', async () => {
    const reservations = [
      sampleReservation({ id: 4, status: 'confirmed', party: 6 }),
      ...(['done', 'done', 'no_show', 'cancelled'] as const).map((status, id) => sampleReservation({ id, status })),
    ]
    const { t, panel } = await openAna({ ...withOrders(ANA), reservations })
    const section = within(panel.getByRole('region', { name: t('reservations.title') }))
    const kept = `${t('customers.visits', { count: 2 })} · ${t('customers.noShows', { count: 1 })}`
    expect(section.getByText(kept)).toBeDefined()
    const [first] = section.getAllByRole('listitem')
    for (const part of ['20 Nov 2031, 19:30', t('reservations.status.confirmed'), '6'])
      expect(first?.textContent).toContain(part)
  })

  it('is not erased while an order is open or a reservation is to come, and leads to it', async () => {
    const reservations = [sampleReservation({ id: 4, status: 'confirmed' })]
    const order = sampleOrder({ id: 12, status: 'ready' })
    const { user, t, panel } = await openAna({ ...withOrders(ANA, [order]), reservations })
    const data = within(panel.getByRole('region', { name: t('customers.data') }))
    expect(data.getByText(t('customers.eraseAfter'), { exact: false })).toBeDefined()
    expect(data.queryByRole('button', { name: t('customers.erase') })).toBeNull()
    const link = data.getByRole('link', { name: t('orders.order', { id: 12 }) })
    expect(link.getAttribute('href')).toBe('/dashboard?tab=orders&list=ready')
    fakeApi.answers(getCustomer, { ...withOrders(ANA, [{ ...order, status: 'completed' }]), reservations })
    await act(() => refetchChanged(areaKey('customers')))
    await user.click(await data.findByRole('button', { name: /20 Nov 2031, 19:30/ }))
    expect(openedDialog('reservation')).toMatchObject({ id: 4 })
    fakeApi.answers(getCustomer, withOrders(ANA, []))
    await act(() => refetchChanged(areaKey('customers')))
    expect(await data.findByRole('button', { name: t('customers.erase') })).toBeDefined()
  })

  it('erases the customer after a confirmation that lists the consequences', async () => {
    const { user, t, panel } = await openAna()
    const openConfirmation = async () => {
      await user.click(panel.getByRole('button', { name: t('customers.erase') }))
      return within(await screen.findByRole('alertdialog', { name: t('customers.eraseTitle', { name: 'Ana Pop' }) }))
    }
    const confirmation = await openConfirmation()
    expect(confirmation.getByText(t('customers.eraseDescription'))).toBeDefined()
    await user.click(confirmation.getByRole('button', { name: t('common.cancel') }))
    expect(fakeApi.callsOf(eraseCustomer)).toEqual([])
    fakeApi.refuses(eraseCustomer, 409, { message: 'Mai are o comandă', code: 'open_orders' })
    await user.click((await openConfirmation()).getByRole('button', { name: t('customers.eraseConfirm') }))
    expect(await screen.findByText('Mai are o comandă')).toBeDefined()
    fakeApi.answers(eraseCustomer, undefined)
    fakeApi.refuses(getCustomer, 404, { message: 'Nu e', code: 'not_found' })
    fakeApi.answers(listCustomers, [DAN])
    await user.click(screen.getByRole('button', { name: t('customers.eraseConfirm') }))
    expect(await screen.findByText(t('customers.erased'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The row whose button opened the dialog is gone, so the focus moves to the search.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t('customers.searchLabel') })),
    )
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) })).toBeNull(),
    )
  })

  it('shows a message if the customer was deleted meanwhile', async () => {
    const { user, t } = await openCustomers()
    fakeApi.refuses(getCustomer, 404, { message: 'Nu e', code: 'not_found' })
    await user.click(screen.getByRole('button', { name: t('customers.open', { name: 'Ana Pop' }) }))
    const panel = await dialog(t('customers.customer'))
    expect(await panel.findByText(t('customers.goneDescription'))).toBeDefined()
  })
})
