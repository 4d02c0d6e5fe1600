import { beforeEach, describe, expect, it, vi } from 'vitest'
import { joinSession, leaveSession } from '#shared/contracts/shared-sessions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, under, waitFor } from '../../testing/render.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { tableStore } from './table-store.ts'

// There is no server to connect to.
vi.mock('../../lib/live/live.ts', async (original) => ({ ...(await original<object>()), reopenLive: () => {} }))

const start = tableStore.getInitialState()
beforeEach(() => tableStore.setState({ ...start, name: '', tableId: 31, dialog: 'join' }, true))

const SESSION = {
  id: 'a-session-of-table-4',
  tableId: 31,
  tableNumber: 4,
  expiresAt: '2026-11-20T19:00:00.000Z',
  participant: { id: 'the-guest-called-ana', guestNumber: 1, name: 'Ana', isReady: false, isPresent: true },
}

describe.each(LANGUAGES)('joining a shared cart (%s)', (language) => {
  const open = async () => {
    const drawn = render(<JoinDialog tableNumber={4} />, { language })
    const form = await dialog(drawn.t('sharedTable.joinTitle', { table: 4 }))
    return { ...drawn, form, name: form.getByRole('textbox', { name: drawn.t('sharedTable.yourName') }) }
  }

  it.each(['', 'A', ' A '])('does not take the name “%s”', async (typed) => {
    const { user, t, form, name } = await open()
    await user.fill(name, typed)
    await user.click(form.getByRole('button', { name: t('sharedTable.join') }))
    await waitFor(() => expect(under(name)).toBe(t('cart.validation.nameRequired')))
    expect(document.activeElement).toBe(name)
    expect(fakeApi.callsOf(joinSession)).toEqual([])
  })

  it('says what becomes of the name, waits, and closes', async () => {
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

  it('asks for the code instead of a name, where joining needs a key that this phone does not have', async () => {
    const { user, t } = render(<JoinDialog tableNumber={4} mustScan />, { language })
    const asking = await dialog(t('table.scan'))
    expect(asking.getByText(t('table.scanDescription'))).toBeDefined()
    expect(asking.queryByRole('textbox')).toBeNull()
    await user.click(asking.getByRole('button', { name: t('table.scanLater') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(joinSession)).toEqual([])
  })

  it('shows the key of the table’s code, where this phone has one', async () => {
    fakeApi.answers(joinSession, SESSION)
    tableStore.setState({ tableKey: 'k3y-of_4' })
    const { user, name } = await open()
    await user.fill(name, 'Ana')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tableStore.getState().seat).not.toBeNull())
    expect(fakeApi.callsOf(joinSession)[0]?.body).toEqual({ tableId: 31, name: 'Ana', tableKey: 'k3y-of_4' })
  })

  it('says why it was refused, and can be tried again', async () => {
    fakeApi.refuses(joinSession, 409, { message: 'Nu mai este loc', code: 'session_full' })
    const { user, t, form, name } = await open()
    await user.fill(name, 'Ana')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('errors.sessionCreation'))).toBeDefined()
    expect(screen.getByText('Nu mai este loc')).toBeDefined()
    expect(form.getByRole('button', { name: t('sharedTable.join') })).toHaveProperty('disabled', false)
    expect(tableStore.getState().seat).toBeNull()
  })

  it('lets one order alone', async () => {
    const { user, t, form } = await open()
    await user.click(form.getByRole('button', { name: t('sharedTable.alone') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tableStore.getState()).toMatchObject({ seat: null, dialog: null })
  })
})

describe.each(LANGUAGES)('leaving a shared cart (%s)', (language) => {
  const SEAT = {
    sessionId: SESSION.id,
    participantId: SESSION.participant.id,
    tableId: 31,
    expiresAt: Date.now() + 60_000,
    name: 'Ana',
  }
  const line = (id: number, participantId: string, name: string) => ({
    id,
    participantId,
    guestName: '',
    menuItemId: id,
    name,
    nameRo: name,
    price: 100,
    isOrderable: true,
    quantity: 1,
    notes: null,
  })
  const lines = [
    line(1, SEAT.participantId, 'Ciorbă'),
    line(2, 'somebody-else-at-it', 'Sarmale'),
    line(3, SEAT.participantId, 'Papanași'),
  ]
  const open = async (own: boolean) => {
    tableStore.setState({
      seat: SEAT,
      dialog: 'leave',
      shown: { lines: own ? lines : lines.slice(1, 2), guests: [] } as never,
    })
    const drawn = render(<LeaveDialog />, { language })
    const { findByRole } = screen
    await findByRole('alertdialog', { name: drawn.t('sharedTable.leaveTitle') })
    return drawn
  }

  it('names the dishes that go along, and leaves once', async () => {
    fakeApi.answers(leaveSession, undefined)
    const { user, t } = await open(true)
    expect(screen.getByText(t('sharedTable.leaveDescription', { names: 'Ciorbă, Papanași' }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('sharedTable.leaveConfirm') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(leaveSession)).toHaveLength(1)
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
  })

  it('says where nothing goes along; staying changes nothing', async () => {
    const { user, t } = await open(false)
    expect(screen.getByText(t('sharedTable.leaveNothing'))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('sharedTable.stay') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(tableStore.getState().seat).toBe(SEAT)
  })

  it('says that one is still in it where it failed', async () => {
    fakeApi.isOutOfReach(leaveSession)
    const { user, t } = await open(true)
    await user.click(screen.getByRole('button', { name: t('sharedTable.leaveConfirm') }))
    expect(await screen.findByText(t('sharedTable.leaveFailed'))).toBeDefined()
    expect(tableStore.getState().seat).toBe(SEAT)
  })
})
