import { beforeEach, describe, expect, it } from 'vitest'
import { type SoldOutAnswer, setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish, sampleOrder } from '../../testing/samples.ts'
import { openBoard, resetCards, SEEN_AT } from './board.fixture.tsx'

beforeEach(resetCards)

const UNTIL = '2026-11-22T02:00:00.000Z'
const soldOutResponse = (
  soldOutUntil: string | null,
  heldBy: Partial<SoldOutAnswer['heldBy']> = {},
): SoldOutAnswer => ({
  ...sampleDish({ soldOutUntil }),
  heldBy: { orders: [], sessions: [], ...heldBy },
})

describe.each(LANGUAGES)('marking a line’s dish as sold out (%s)', (language) => {
  const name = language === 'ro' ? 'Ciorbă' : 'Sour soup'
  const openDialog = async (menuItemId: number | null = 7) => {
    const items = sampleOrder().items.map((line) => ({ ...line, menuItemId }))
    const rendered = openBoard(sampleOrder({ items, seenAt: SEEN_AT }), language)
    await rendered.user.click(rendered.card.getByRole('button', { name: new RegExp(`× ?${name}`) }))
    return { ...rendered, lineDialog: await dialog(name) }
  }
  const sent = () => fakeApi.callsOf(setSoldOut).map(({ path, body }) => ({ path, body }))

  it('lists the orders and shared carts that contain it, and is undone by the same button', async () => {
    const { user, t, lineDialog } = await openDialog()
    const orders = [
      { id: 1, tableNumber: null },
      { id: 12, tableNumber: 4 },
    ]
    fakeApi.answers(setSoldOut, soldOutResponse(UNTIL, { orders, sessions: [{ tableNumber: 9 }] }))
    const button = lineDialog.getByRole('button', { name: t('orders.soldOut.mark') })
    await user.click(button)
    expect(await lineDialog.findByText(t('soldOut.done', { name }))).toBeDefined()
    expect(lineDialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      t('orders.order', { id: 1 }),
      `${t('orders.order', { id: 12 })} · ${t('common.table', { number: 4 })}`,
      t('soldOut.cart', { number: 9 }),
    ])
    expect([button.textContent, document.activeElement]).toEqual([t('orders.soldOut.undo'), button])
    fakeApi.answers(setSoldOut, soldOutResponse(null))
    await user.click(button)
    expect(await lineDialog.findByText(t('soldOut.undone', { name }))).toBeDefined()
    expect(lineDialog.queryAllByRole('listitem')).toEqual([])
    fakeApi.answers(setSoldOut, soldOutResponse(UNTIL))
    await user.click(button)
    expect(await lineDialog.findByText(t('soldOut.heldByNobody'))).toBeDefined()
    fakeApi.answers(setSoldOut, soldOutResponse(null))
    await user.click(button)
    await lineDialog.findByText(t('soldOut.undone', { name }))
    expect(lineDialog.queryByText(t('soldOut.heldByNobody'))).toBeNull()
    expect(button.textContent).toBe(t('orders.soldOut.mark'))
    expect(sent()).toEqual([
      { path: '/api/menu/7/sold-out', body: { soldOut: true } },
      { path: '/api/menu/7/sold-out', body: { soldOut: false } },
      { path: '/api/menu/7/sold-out', body: { soldOut: true } },
      { path: '/api/menu/7/sold-out', body: { soldOut: false } },
    ])
  })

  it('sends one request, however often its button is tapped, and keeps the mark if a request fails', async () => {
    const { user, t, lineDialog } = await openDialog()
    const release = fakeApi.holds(setSoldOut, soldOutResponse(UNTIL))
    const button = lineDialog.getByRole('button', { name: t('orders.soldOut.mark') })
    await user.click(button)
    await user.click(button)
    release()
    expect(await lineDialog.findByText(t('soldOut.done', { name }))).toBeDefined()
    expect(sent()).toHaveLength(1)
    fakeApi.refuses(setSoldOut, 500, { message: 'Fum în bucătărie' })
    await user.click(button)
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('common.notChanged'))).toBeDefined()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    expect(button.textContent).toBe(t('orders.soldOut.undo'))
  })

  it('is not offered for a deleted dish', async () => {
    const { t, lineDialog } = await openDialog(null)
    expect(lineDialog.queryByRole('button', { name: t('orders.soldOut.mark') })).toBeNull()
  })
})
