import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import { completeSession, type Participant } from '#shared/contracts/shared-sessions.ts'
import type { Language } from '#shared/domain/language.ts'
import { act, fakeApi, render, screen } from '../../testing/render.tsx'
import { sampleSharedLine } from '../../testing/samples.ts'
import { newTableState, type TableState } from './table-cart.ts'
import { TableFooter, TableNotices } from './table-footer.tsx'
import { tableStore } from './table-store.ts'

const OWN = 'the-guest-called-ana'
const GUESTS: Participant[] = [{ id: OWN, guestNumber: 1, name: 'Ana', isReady: true, isPresent: true, isAway: false }]
const LINES = [sampleSharedLine({ participantId: OWN })]
const STATE = { ...newTableState(OWN), isSynced: true, guests: GUESTS, cart: { lines: LINES, version: 1 } }
const start = tableStore.getInitialState()
const show = (changed: Partial<TableState>) => tableStore.setState({ tableState: { ...STATE, ...changed } })

beforeEach(() => {
  tableStore.setState(
    {
      ...start,
      tableId: 31,
      seat: { sessionId: 'a-session', participantId: OWN, tableId: 31, expiresAt: Date.now() + 60_000, name: 'Ana' },
      tableState: STATE,
    },
    true,
  )
})

const renderFooter = (language: Language) =>
  render(
    <>
      <TableNotices items={[]} />
      <TableFooter notes="" />
    </>,
    { language },
  )

describe('sending the shared cart', () => {
  it('needs a connection; without one, a notice replaces the button', () => {
    const { t } = renderFooter('en')
    const send = () => screen.queryByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) })
    expect(send()).not.toBeNull()
    act(() => show({ isSynced: false }))
    expect(send()).toBeNull()
    expect(screen.getByText(t('waitingOrder.needsConnection'))).toBeDefined()
    act(() => show({ isSynced: true }))
    expect(send()).not.toBeNull()
  })

  it('needs the table’s code if the phone must scan it; a notice says so, and the lines stay', () => {
    tableStore.setState({ mustScan: true })
    const { t } = renderFooter('en')
    const notice = () => screen.queryByText(t('sharedTable.scanAgain'))
    expect(notice()?.closest('[role=status]')?.textContent).toContain(t('sharedTable.scanAgainDescription'))
    expect(screen.queryByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) })).toBeNull()
    expect(screen.getByText(t('table.scan'))).toBeDefined()
    act(() => tableStore.setState({ mustScan: false }))
    expect(notice()).toBeNull()
    expect(screen.getByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) })).toBeDefined()
  })

  it('waits for the mark until the cart has arrived: a mark before the round’s first dish would be lost', async () => {
    const change = vi.fn(() => true)
    const guests = [{ ...GUESTS[0], isReady: false }] as Participant[]
    tableStore.setState({ page: { change } as never })
    show({ guests, isSynced: false })
    const { user, t } = renderFooter('en')
    const mark = () => screen.getByRole('button', { name: t('sharedTable.markReady') })
    await user.click(mark())
    expect([mark().hasAttribute('disabled'), change.mock.calls]).toEqual([true, []])
    act(() => show({ guests }))
    await user.click(mark())
    expect(change.mock.calls).toEqual([[{ kind: 'ready', isReady: true }]])
  })

  it('is offered once all are ready, also to a guest who is alone, and names those who are away', async () => {
    const dan = { ...GUESTS[0], id: 'dan', guestNumber: 2, name: 'Ștefan-Alexandru', isReady: false, isAway: true }
    const guests = [...GUESTS, dan] as Participant[]
    show({ guests })
    fakeApi.refuses(completeSession, 409, { message: 'Nu', code: 'not_everybody_ready' })
    const { user, t } = renderFooter('en')
    await user.click(
      screen.getByRole('button', {
        name: t('sharedTable.sendWithout', { names: 'Ștefan\u2011A.', total: '57.00 LEI' }),
      }),
    )
    await screen.findByText('Nu')
    expect(fakeApi.callsOf(completeSession).map(({ body }) => body)).toEqual([
      { total: 5700, notes: '', without: ['dan'] },
    ])
    act(() => show({ guests: guests.slice(0, 1) }))
    await user.click(screen.getByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) }))
    expect(fakeApi.callsOf(completeSession)[1]?.body).toEqual({ total: 5700, notes: '' })
    act(() => show({ guests: [guests[0], { ...dan, isAway: false }] as Participant[] }))
    expect(screen.queryByRole('button', { name: /57\.00/ })).toBeNull()
    act(() => show({ guests: [{ ...GUESTS[0], isReady: false }] as Participant[] }))
    expect(screen.queryByRole('button', { name: /57\.00/ })).toBeNull()
    expect(screen.getByText(t('sharedTable.waitingForYou'))).toBeDefined()
  })

  it('names the total without what is sold out', () => {
    const lines = [...LINES, { ...LINES[0], id: 2, menuItemId: 8, isOrderable: false }] as SharedLine[]
    show({ cart: { lines, version: 1 } })
    const { t } = renderFooter('en')
    expect(screen.getByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) })).toBeDefined()
  })

  it('shows that the order may have arrived only if no response was received, and which price has changed', async () => {
    fakeApi.isOutOfReach(completeSession)
    const { user, t } = renderFooter('en')
    const send = () => screen.getByRole('button', { name: t('checkout.payDineIn', { total: '57.00 LEI' }) })
    await user.click(send())
    expect((await screen.findByRole('alert')).textContent).toBe(
      t('errors.orderCompletion') + t('errors.orderCompletionDescription') + t('sharedTable.mayHaveArrived'),
    )
    fakeApi.refuses(completeSession, 409, { message: 'Nu', code: 'not_everybody_ready' })
    await user.click(send())
    await screen.findByText('Nu')
    expect(screen.queryByText(t('sharedTable.mayHaveArrived'))).toBeNull()
    const prices = [{ menuItemId: 7, price: 3000 }]
    fakeApi.refuses(completeSession, 409, { message: 'Nu', code: 'price_changed', total: 6000, prices })
    await user.click(send())
    const changed = { name: t('checkout.aDish'), before: '28.50 LEI', now: '30.00 LEI' }
    expect(await screen.findByText(t('checkout.priceFromTo', changed), { exact: false })).toBeDefined()
  })
})
