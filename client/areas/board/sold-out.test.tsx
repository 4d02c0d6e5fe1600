import { beforeEach, describe, expect, it } from 'vitest'
import { type SoldOutResponse, setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { afterPaint } from '../../lib/loading/list.tsx'
import { act, dialog, fakeApi, screen } from '../../testing/render.tsx'
import { sampleDish, sampleOrder } from '../../testing/samples.ts'
import { openBoard, resetCards, SEEN_AT } from './board.fixture.tsx'

beforeEach(resetCards)

const UNTIL = '2026-11-22T02:00:00.000Z'
const soldOutResponse = (
  soldOutUntil: string | null,
  heldBy: Partial<SoldOutResponse['heldBy']> = {},
): SoldOutResponse => ({
  ...sampleDish({ soldOutUntil }),
  heldBy: { orders: [], sessions: [], ...heldBy },
})

describe('marking a line’s dish as sold out', () => {
  const name = 'Sour soup'
  const openDialog = async (menuItemId: number | null = 7) => {
    const items = sampleOrder().items.map((line) => ({ ...line, menuItemId }))
    const rendered = openBoard(sampleOrder({ items, seenAt: SEEN_AT }), 'en')
    await rendered.user.click(rendered.card.getByRole('button', { name: new RegExp(`× ?${name}`) }))
    const lineDialog = await dialog(name)
    await act(() => new Promise<void>((painted) => void afterPaint(painted)))
    return { ...rendered, lineDialog }
  }
  const sent = () => fakeApi.callsOf(setSoldOut).map(({ path, body }) => ({ path, body }))

  it('says who has it, and is undone in the toast', async () => {
    const { user, t, lineDialog } = await openDialog()
    const orders = [
      { id: 1, tableNumber: null },
      { id: 12, tableNumber: 4 },
    ]
    fakeApi.answers(setSoldOut, soldOutResponse(UNTIL, { orders, sessions: [{ tableNumber: 9 }] }))
    await user.click(lineDialog.getByRole('button', { name: t('orders.soldOut.mark') }))
    expect(await screen.findByText(t('soldOut.done', { name }))).toBeDefined()
    const table = `${t('orders.order', { id: 12 })} · ${t('common.table', { number: 4 })}`
    const holders = [t('orders.order', { id: 1 }), table, t('soldOut.cart', { number: 9 })].join(', ')
    expect(screen.getByText(`${t('soldOut.heldBy')} ${holders}`)).toBeDefined()
    fakeApi.answers(setSoldOut, soldOutResponse(null))
    await user.click(screen.getByRole('button', { name: t('orders.undo') }))
    expect(await screen.findByText(t('soldOut.undone', { name }))).toBeDefined()
    expect(sent()).toEqual([
      { path: '/api/menu/7/sold-out', body: { soldOut: true } },
      { path: '/api/menu/7/sold-out', body: { soldOut: false } },
    ])
  })

  it('says why it failed', async () => {
    const { user, t, lineDialog } = await openDialog()
    fakeApi.refuses(setSoldOut, 500, { message: 'Fum în bucătărie' })
    await user.click(lineDialog.getByRole('button', { name: t('orders.soldOut.mark') }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('common.notChanged'))).toBeDefined()
  })

  it('is not offered for a deleted dish', async () => {
    const { t, lineDialog } = await openDialog(null)
    expect(lineDialog.queryByRole('button', { name: t('orders.soldOut.mark') })).toBeNull()
  })
})
