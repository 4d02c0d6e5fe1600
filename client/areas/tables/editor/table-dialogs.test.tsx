import { describe, expect, it } from 'vitest'
import { getBill } from '#shared/contracts/bills.ts'
import { endSession, listSessions, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import { deleteTable, getTables, setTableStatus } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { act, fakeApi, screen, waitFor } from '../../../testing/render.tsx'
import { bodiesOf, ONE, openTables, orderAtTwo, pathsOf, SESSION, THREE, TWO } from './tables.fixture.tsx'

describe.each(LANGUAGES)('a table (%s)', (language) => {
  it('is reserved and, if empty, freed at a click; the button of its current status is disabled', async () => {
    fakeApi.answers(setTableStatus, { ...ONE, status: 'reserved' })
    const { t, press } = await openTables(language)
    const button = (status: 'available' | 'reserved', number: number) =>
      screen.getByRole('button', { name: t('tables.setOf', { status: t(`tables.set.${status}`), number }) })
    expect(button('available', 1)).toHaveProperty('disabled', true)
    expect(button('reserved', 2)).toHaveProperty('disabled', false)
    fakeApi.answers(getTables, [{ ...ONE, status: 'reserved' }, TWO, THREE])
    await press(t('tables.setOf', { status: t('tables.set.reserved'), number: 1 }))
    await waitFor(() => expect(button('reserved', 1)).toHaveProperty('disabled', true))
    fakeApi.refuses(setTableStatus, 500, { message: 'Fum în bucătărie' })
    await press(t('tables.setOf', { status: t('tables.set.available'), number: 3 }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('tables.statusFailed'))).toBeDefined()
    expect(pathsOf(setTableStatus)).toEqual(['/api/tables/41/status', '/api/tables/43/status'])
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'reserved' }, { status: 'available' }])
  })

  it('is freed after a confirmation that lists what ends and which orders stay open', async () => {
    const orders = [orderAtTwo(11, { status: 'delivered' }), orderAtTwo(12, { status: 'delivered' }), orderAtTwo(13)]
    const { user, t, press, confirmation } = await openTables(language, { sessions: [SESSION], orders })
    await press(t('tables.setOf', { status: t('tables.set.available'), number: 2 }))
    const alert = await confirmation(t('tables.freeTitle', { number: 2 }))
    const description = [
      t('tables.free.session', { names: 'Ana, Mihai', total: '156.00 LEI' }),
      t('tables.free.delivered', { count: 2 }),
      t('tables.free.open', { count: 1 }),
    ].join(' ')
    expect(alert.getByText(description)).toBeDefined()
    expect(fakeApi.callsOf(setTableStatus)).toEqual([])
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    await user.click(alert.getByRole('button', { name: t('tables.freeConfirm') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }])
  })

  it('shows its bill, if it has an open order', async () => {
    const orders = [orderAtTwo(11)]
    fakeApi.refuses(getBill, 409, { message: 'Nota mesei' })
    const { t, press, card } = await openTables(language, { sessions: [SESSION], orders })
    const name = (number: number) => t('bills.openOf', { number })
    expect(card(1).queryByRole('button', { name: name(1) })).toBeNull()
    await press(name(2))
    expect(await screen.findByText('Nota mesei')).toBeDefined()
    expect(pathsOf(getBill)).toEqual(['/api/tables/42/bill'])
  })

  it('has its shared cart ended after a confirmation', async () => {
    const { user, t, choose, confirmation } = await openTables(language, { sessions: [SESSION] })
    await choose(2, t('tables.endCart'))
    const alert = await confirmation(t('tables.endTitle', { number: 2 }))
    expect(alert.getByText(t('tables.endDescription', { names: 'Ana, Mihai', total: '156.00 LEI' }))).toBeDefined()
    fakeApi.answers(endSession, undefined as never)
    fakeApi.answers(listSessions, [])
    await user.click(alert.getByRole('button', { name: t('tables.endConfirm') }))
    expect(await screen.findByText(t('tables.ended', { number: 2 }))).toBeDefined()
    expect(pathsOf(endSession)).toEqual([`/api/shared-sessions/${SESSION.id}/end`])
    await waitFor(() => expect(screen.queryByText(t('tables.sharedCart', { names: 'Ana, Mihai' }))).toBeNull())
  })

  it('closes the confirmation if its shared cart ends, so that it does not apply to the next guests', async () => {
    const { t, choose, confirmation } = await openTables(language, { sessions: [SESSION] })
    const setSessions = async (sessions: SessionOverview[]) => {
      fakeApi.answers(listSessions, sessions)
      await act(() => queryClient.invalidateQueries())
    }
    await choose(2, t('tables.endCart'))
    await confirmation(t('tables.endTitle', { number: 2 }))
    await setSessions([])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await setSessions([{ ...SESSION, id: 'the-next-session-of-table-2', names: ['Zoe'] }])
    expect(await screen.findByText(t('tables.sharedCart', { names: 'Zoe' }))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is deleted after a confirmation, and stays with the server’s message if it is in use', async () => {
    const { user, t, choose, confirmation, number } = await openTables(language)
    await choose(2, t('tables.delete'))
    const alert = await confirmation(t('tables.deleteTitle', { number: 2 }))
    fakeApi.refuses(deleteTable, 409, { code: 'table_in_use', message: 'Masa are o comandă' })
    await user.click(alert.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText('Masa are o comandă')).toBeDefined()
    // Somebody else has already deleted it.
    fakeApi.refuses(deleteTable, 404, { code: 'table_not_found', message: 'Masa nu există' })
    fakeApi.answers(getTables, [ONE, THREE])
    await user.click(alert.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText(t('tables.deleted', { number: 2 }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: t('common.table', { number: 2 }) })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(number))
    expect(pathsOf(deleteTable)).toEqual(['/api/tables/42', '/api/tables/42'])
  })
})
