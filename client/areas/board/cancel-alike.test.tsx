import { beforeEach, describe, expect, it } from 'vitest'
import { cancelAlike, type Order } from '#shared/contracts/orders.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { refetch } from '../../testing/board.ts'
import { fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { openBoard, resetCards } from './board.fixture.tsx'

beforeEach(resetCards)

const LATER = { pickupAt: '2026-11-20T18:30:00.000Z' }

describe.each(LANGUAGES)('cancelling what came from where an order did (%s)', (language) => {
  const openMenu = async (fields: Partial<Order> = LATER) => {
    const { user, t, card } = openBoard(sampleOrder(fields), language)
    await user.click(card.getByRole('button', { name: t('printing.more', { id: 1 }) }))
    const choose = async (by: 'phone' | 'address') =>
      user.click(await screen.findByRole('menuitem', { name: t(`orders.alike.by.${by}`) }))
    return { user, t, choose }
  }

  it.each(['phone', 'address'] as const)('asks once with the number of orders, and cancels them (%s)', async (by) => {
    fakeApi.answers(cancelAlike, { cancelled: 12 })
    const { user, t, choose } = await openMenu()
    await choose(by)
    const title = t('orders.alike.title', { count: 12 })
    const dialog = within(await screen.findByRole('alertdialog', { name: title }))
    expect(dialog.getByText(t(`orders.alike.description.${by}`, { id: 1 }))).toBeDefined()
    await user.click(dialog.getByRole('button', { name: t('orders.alike.confirm') }))
    expect(await screen.findByText(t('orders.alike.cancelled', { count: 12 }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const calls = fakeApi.callsOf(cancelAlike)
    expect(calls.map(({ body, query }) => ({ body, query }))).toEqual([
      { body: { by }, query: { dryRun: 'true' } },
      { body: { by }, query: {} },
    ])
    expect(refetch).toHaveBeenCalled()
  })

  it('cancels nothing if they are kept', async () => {
    fakeApi.answers(cancelAlike, { cancelled: 2 })
    const { user, t, choose } = await openMenu()
    await choose('address')
    await user.click(await screen.findByRole('button', { name: t('orders.alike.keep') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(cancelAlike)).toHaveLength(1)
  })

  it('says that there are none', async () => {
    fakeApi.answers(cancelAlike, { cancelled: 0 })
    const { t, choose } = await openMenu()
    await choose('phone')
    expect(await screen.findByText(t('orders.alike.none'))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows an error if it fails', async () => {
    fakeApi.isOutOfReach(cancelAlike)
    const { t, choose } = await openMenu()
    await choose('phone')
    expect(await screen.findByText(t('orders.alike.failed'))).toBeDefined()
  })

  it.each<[string, Partial<Order>]>([
    ['without a time', { pickupAt: null }],
    ['that is handed over', { ...LATER, status: 'delivered' }],
  ])('is not offered for an order %s', async (_, fields) => {
    const { t } = await openMenu(fields)
    await screen.findAllByRole('menuitem')
    expect(screen.queryByText(t('orders.alike.by.phone'))).toBeNull()
  })
})
