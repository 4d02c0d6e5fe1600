import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinSession, leaveSession } from '#shared/contracts/shared-sessions.ts'
import { cartDishOf } from '#shared/domain/orders/cart.ts'
import { act, dialog, fakeApi, render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { sampleDish, sampleSharedLine } from '../../testing/samples.ts'
import { currentToasts, dismissToast, toast } from '../../ui/toast/store.ts'
import { cart } from '../cart/index.ts'
import { askToLeave } from './shared-drawer.tsx'
import { JoinDialog, JoinOffer, SharedTable } from './shared-table.tsx'
import { newTableState } from './table-cart.ts'
import { SESSION_END, tableStore } from './table-store.ts'

// The test has no server to connect to. Also, a session that it joined would end in another file.
vi.mock('../../lib/live/live.ts', async (original) => ({
  ...(await original<object>()),
  reopenLive: () => {},
  followLive: () => () => {},
}))

const start = tableStore.getInitialState()

beforeEach(() => tableStore.setState({ ...start, name: '', tableId: 31, dialog: 'join' }, true))

const SESSION = {
  id: 'a-session-of-table-4',
  tableId: 31,
  tableNumber: 4,
  expiresAt: '2026-11-20T19:00:00.000Z',
  participant: {
    id: 'the-guest-called-ana',
    guestNumber: 1,
    name: 'Ana',
    isReady: false,
    isPresent: true,
    isAway: false,
  },
}

it('the next dish starts the next round; where that failed, the dish after it does', async () => {
  tableStore.setState({ name: 'Ana', dialog: null, ended: 'completed' })
  fakeApi.refuses(joinSession, 503, {})
  const table = { id: 31, number: 4, label: null, key: null }
  render(<SharedTable table={table} items={[]} sheet={null} onPlaced={() => {}} onAtTable={() => {}} />)
  const add = (id: number) => act(() => cart.put({ dish: cartDishOf(sampleDish({ id })), quantity: 1 }))
  add(7)
  await waitFor(() => expect(currentToasts().length).toBeGreaterThan(0))
  expect(fakeApi.callsOf(joinSession)).toHaveLength(1)
  fakeApi.answers(joinSession, SESSION)
  add(8)
  await waitFor(() => expect(tableStore.getState().seat?.sessionId).toBe(SESSION.id))
})

describe('joining a shared cart', () => {
  const open = async () => {
    const rendered = render(<JoinDialog table={{ number: 4, label: null }} />)
    const form = await dialog(rendered.t('sharedTable.joinTitle', { table: 4 }))
    return { ...rendered, form, name: form.getByRole('textbox', { name: rendered.t('sharedTable.yourName') }) }
  }

  it('names the table by its number and label', async () => {
    const { t } = render(<JoinDialog table={{ number: 4, label: 'Terasa 3' }} />)
    await dialog(t('sharedTable.joinTitle', { table: '4 · Terasa 3' }))
  })

  it.each(['', 'A', ' A '])('rejects the name “%s”', async (input) => {
    const { user, t, form, name } = await open()
    await user.fill(name, input)
    await user.click(form.getByRole('button', { name: t('sharedTable.join') }))
    await waitFor(() => expect(textBelow(name)).toBe(t('cart.validation.nameRequired')))
    expect(document.activeElement).toBe(name)
    expect(fakeApi.callsOf(joinSession)).toEqual([])
  })

  it('explains who sees the name, and closes when the response arrives', async () => {
    const release = fakeApi.holds(joinSession, SESSION)
    const { user, t, form, name } = await open()
    expect(form.getByText(t('sharedTable.privacy'))).toBeDefined()
    expect(form.getByText(t('sharedTable.joinDescription'))).toBeDefined()
    await user.fill(name, ' Ana ')
    await user.keyboard('{Enter}')
    expect(await form.findByRole('button', { name: t('sharedTable.joining') })).toBeDefined()
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(joinSession).map(({ body }) => body)).toEqual([{ tableId: 31, name: 'Ana' }])
    expect(tableStore.getState().seat?.sessionId).toBe(SESSION.id)
  })

  it('asks to scan the code instead of a name if joining needs a table key that this phone lacks', async () => {
    const { user, t } = render(<JoinDialog table={{ number: 4, label: null }} mustScan />)
    const scanDialog = await dialog(t('table.scan'))
    expect(scanDialog.getByText(t('table.scanDescription'))).toBeDefined()
    expect(scanDialog.queryByRole('textbox')).toBeNull()
    await user.click(scanDialog.getByRole('button', { name: t('table.scanLater') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(joinSession)).toEqual([])
  })

  it('sends the table key if this phone has one', async () => {
    fakeApi.answers(joinSession, SESSION)
    tableStore.setState({ tableKey: 'k3y-of_4' })
    const { user, name } = await open()
    await user.fill(name, 'Ana')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tableStore.getState().seat).not.toBeNull())
    expect(fakeApi.callsOf(joinSession)[0]?.body).toEqual({ tableId: 31, name: 'Ana', tableKey: 'k3y-of_4' })
  })

  it('shows why joining was rejected, and can be tried again', async () => {
    fakeApi.refuses(joinSession, 409, { message: 'Nu mai este loc', code: 'session_full' })
    const { user, t, form, name } = await open()
    await user.fill(name, 'Ana')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('errors.sessionCreation'))).toBeDefined()
    expect(screen.getByText('Nu mai este loc')).toBeDefined()
    expect(form.getByRole('button', { name: t('sharedTable.join') })).toHaveProperty('disabled', false)
    expect(tableStore.getState().seat).toBeNull()
  })

  it('says that the browser keeps no cookies, and lets the guest order alone', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    const { user, t, form } = await open()
    expect(form.getByRole('alert').textContent).toBe(t('sharedTable.noCookies'))
    expect(form.getByRole('button', { name: t('sharedTable.join') })).toHaveProperty('disabled', true)
    await user.click(form.getByRole('button', { name: t('sharedTable.alone') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes without joining when the guest chooses to order alone', async () => {
    const { user, t, form } = await open()
    await user.click(form.getByRole('button', { name: t('sharedTable.alone') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tableStore.getState()).toMatchObject({ seat: null, dialog: null })
  })
})

describe('leaving a shared cart', () => {
  const SEAT = {
    sessionId: SESSION.id,
    participantId: SESSION.participant.id,
    tableId: 31,
    expiresAt: Date.now() + 60_000,
    name: 'Ana',
  }
  const line = (id: number, participantId: string, name: string) =>
    sampleSharedLine({ id, participantId, menuItemId: id, name, nameRo: name })
  const lines = [
    line(1, SEAT.participantId, 'Ciorbă'),
    line(2, 'somebody-else-at-it', 'Sarmale'),
    line(3, SEAT.participantId, 'Papanași'),
  ]
  const open = async (hasOwnLines: boolean) => {
    const cart = { version: 1, lines: hasOwnLines ? lines : lines.slice(1, 2) }
    tableStore.setState({ seat: SEAT, tableState: { ...newTableState(SEAT.participantId), cart } })
    const rendered = render(null)
    act(() => void askToLeave())
    const { findByRole } = screen
    await findByRole('alertdialog', { name: rendered.t('sharedTable.leaveTitle') })
    return rendered
  }

  it('names the dishes that will be removed, and leaves once', async () => {
    fakeApi.answers(leaveSession, undefined)
    const { user, t } = await open(true)
    expect(screen.getByText(t('sharedTable.leaveDescription', { names: 'Ciorbă, Papanași' }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('sharedTable.leaveConfirm') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(leaveSession)).toHaveLength(1)
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
  })

  it('shows that no dishes will be removed, and changes nothing if the guest stays', async () => {
    const { user, t } = await open(false)
    expect(screen.getByText(t('sharedTable.leaveNothing'))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('sharedTable.stay') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(tableStore.getState().seat).toBe(SEAT)
  })

  it('shows an error and keeps the seat if leaving failed', async () => {
    fakeApi.isOutOfReach(leaveSession)
    const { user, t } = await open(true)
    await user.click(screen.getByRole('button', { name: t('sharedTable.leaveConfirm') }))
    expect(await screen.findByText(t('sharedTable.leaveFailed'))).toBeDefined()
    expect(tableStore.getState().seat).toBe(SEAT)
  })
})

describe('join-offer', () => {
  const openToasts = () => currentToasts().flatMap(({ title, open }) => (open ? [title] : []))

  afterEach(() => {
    tableStore.setState({ ended: null })
    for (const { id } of currentToasts()) dismissToast(id)
  })

  describe('the offer to join after a session has ended', () => {
    it.each(['closed', 'expired'] as const)('says that it is %s, in place of the toast', async (ended) => {
      tableStore.setState({ ended })
      toast({ title: 'ended', subject: SESSION_END })
      const { t } = render(<JoinOffer />)
      expect(screen.getByRole('alert').textContent).toContain(t(`sharedTable.${ended}`))
      await waitFor(() => expect(openToasts()).toEqual([]))
    })

    it('leaves other toasts', async () => {
      toast({ title: 'Saved' })
      const { t } = render(<JoinOffer />)
      expect(await screen.findByText(t('sharedTable.offer'))).toBeDefined()
      expect(openToasts()).toEqual(['Saved'])
    })
  })
})
