import { Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callStaff } from '#shared/contracts/calls.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { getSettings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import type { CallStatus } from '#shared/domain/table-state.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, dialog, fakeApi, render, SETTINGS, screen, within } from '../../testing/render.tsx'
import CallButton, { ownCallsStore } from './guest-calls.tsx'

const live = fakeLive()

beforeEach(() => {
  ownCallsStore.change(() => [])
})

const TABLE = { id: 35, number: 5, label: null, key: null as string | null }
const answer = (
  kind: 'waiter' | 'bill',
  status: CallStatus = 'open',
  id = 7,
  method: 'cash' | 'card' | null = null,
) => ({ id, kind, method, status, takenBy: null, at: '2026-11-21T18:00:00.000Z', callToken: `token ${id}` })
const receive = (frame: ServerFrame) =>
  act(() => (live.follower[frame.type] as ((frame: ServerFrame) => void) | undefined)?.(frame))
const receiveStatus = (status: CallStatus, id = 7) => receive({ type: 'CALL_STATUS', payload: { id, status } })
const show = (language: Language = 'en', settings = {}, table = TABLE) => {
  const view = render(
    <Suspense>
      <CallButton table={table} />
    </Suspense>,
    { language, settings },
  )
  act(() => live.follower.opened?.())
  return view
}
const bodies = () => fakeApi.callsOf(callStaff).map(({ body }) => body)

describe('calls at a table', () => {
  it('tell the waiter, and show when somebody is on the way and when it is over', async () => {
    fakeApi.answers(callStaff, answer('waiter'))
    const { user, t } = show('en')
    await user.click(screen.getByRole('button', { name: t('calls.open') }))
    const sheet = await dialog(t('calls.title'))
    await user.click(sheet.getByRole('button', { name: t('calls.waiter') }))
    expect(await sheet.findByText(t('calls.told'))).toBeDefined()
    expect([bodies(), fakeApi.callsOf(callStaff)[0]?.path]).toEqual([[{ kind: 'waiter' }], '/api/tables/35/calls'])
    expect(sheet.queryByRole('button', { name: t('calls.waiter') })).toBeNull()
    expect(live.sent).toEqual([{ type: 'WATCH_CALL', payload: { id: 7, token: 'token 7' }, ref: -7 }])
    receiveStatus('taken')
    // Nor does a toast say it a second time.
    expect(screen.getAllByText(t('calls.taken'))).toHaveLength(1)
    expect(sheet.getByText(t('calls.taken'))).toBeDefined()
    receiveStatus('ended')
    expect(sheet.getByText(t('calls.ended'))).toBeDefined()
    expect(sheet.getByRole('button', { name: t('calls.waiter') })).toBeDefined()
  })

  it('ask for the bill by card or in cash', async () => {
    fakeApi.answers(callStaff, answer('bill', 'open', 7, 'card'))
    const { user, t } = show('en')
    await user.click(screen.getByRole('button', { name: t('calls.open') }))
    const sheet = await dialog()
    await user.click(sheet.getByRole('button', { name: t('calls.bill') }))
    expect(bodies()).toEqual([])
    const how = within(sheet.getByRole('group', { name: t('calls.how') }))
    await user.click(how.getByRole('button', { name: t('calls.card') }))
    expect(await sheet.findByText(t('calls.comes.card'))).toBeDefined()
    expect(bodies()).toEqual([{ kind: 'bill', method: 'card' }])
    expect(sheet.getByRole('button', { name: t('calls.waiter') })).toBeDefined()
  })
})

it('two taps call once; a closed sheet no longer asks how the guest pays', async () => {
  const release = fakeApi.holds(callStaff, answer('bill'))
  const { user, t } = show()
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  const bill = async () => user.click((await dialog()).getByRole('button', { name: t('calls.bill') }))
  await bill()
  await user.click((await dialog()).getByRole('button', { name: t('common.close') }))
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  const sheet = await dialog()
  expect(sheet.queryByRole('group', { name: t('calls.how') })).toBeNull()
  const waiter = sheet.getByRole('button', { name: t('calls.waiter') })
  await user.click(waiter)
  await user.click(waiter)
  await bill()
  await user.click(sheet.getByRole('button', { name: t('calls.cash') }))
  expect(bodies()).toEqual([{ kind: 'waiter' }])
  release()
  expect(await sheet.findByText(t('calls.told'))).toBeDefined()
})

it('a call that could not be sent says why, and can be sent again; the server answers with the open one', async () => {
  fakeApi.isOutOfReach(callStaff)
  const { user, t } = show()
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  const sheet = await dialog()
  const call = () => user.click(sheet.getByRole('button', { name: t('calls.waiter') }))
  await call()
  expect((await sheet.findByRole('alert')).textContent).toBe(t('common.noConnection'))
  fakeApi.refuses(callStaff, 429, { code: 'call_again_later', message: 'Again in a minute' })
  await call()
  expect(await sheet.findByText('Again in a minute')).toBeDefined()
  fakeApi.answers({ ...callStaff, status: 200 }, answer('waiter', 'taken'))
  await call()
  expect(await sheet.findByText(t('calls.taken'))).toBeDefined()
  expect(sheet.queryByRole('alert')).toBeNull()
})

it('sends the key of the table’s code', async () => {
  fakeApi.answers(callStaff, answer('waiter'))
  const { user, t } = show('en', {}, { ...TABLE, key: 'k3y-of_5' })
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  await user.click((await dialog()).getByRole('button', { name: t('calls.waiter') }))
  await vi.waitFor(() => expect(bodies()).toEqual([{ kind: 'waiter', tableKey: 'k3y-of_5' }]))
})

it('the button and a toast say that somebody is on the way while the calls are closed', async () => {
  ownCallsStore.change(() => [
    { id: 7, token: 't', tableId: 35, kind: 'bill', method: null, status: 'open', at: Date.now() },
  ])
  const { t } = show()
  expect(screen.getByRole('button', { name: `${t('calls.open')}. ${t('calls.told')}` })).toBeDefined()
  receiveStatus('taken')
  expect(screen.getByRole('button', { name: `${t('calls.open')}. ${t('calls.taken')}` })).toBeDefined()
  expect(await screen.findByText(t('calls.taken'))).toBeDefined()
})

it('the toast on a phone leaves the button free', async () => {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  ownCallsStore.change(() => [
    { id: 7, token: 't', tableId: 35, kind: 'bill', method: null, status: 'open', at: Date.now() },
  ])
  const { t } = show()
  const button = screen.getByRole('button', { name: `${t('calls.open')}. ${t('calls.told')}` })
  button.getBoundingClientRect = () => ({ top: 20, bottom: 56, left: 340, right: 376, height: 36 }) as DOMRect
  receiveStatus('taken')
  expect((await screen.findByText(t('calls.taken'))).closest('ol')?.style.bottom).toBe('0px')
})

it('watches the open calls again on each connection, and asks again for those without an answer', () => {
  const own = (id: number, status: CallStatus) =>
    ({ id, token: `t${id}`, tableId: 35, kind: 'bill', method: null, status, at: Date.now() }) as const
  ownCallsStore.change(() => [own(7, 'open'), { ...own(8, 'taken'), kind: 'waiter' }, own(9, 'ended')])
  show()
  const ids = () => live.sent.splice(0).map((frame) => 'ref' in frame && frame.ref)
  // In the order in which they were made.
  expect(ids()).toEqual([-8, -7])
  receiveStatus('open', 7)
  receive({ type: 'HEARTBEAT' })
  expect(ids()).toEqual([])
  receive({ type: 'HEARTBEAT' })
  expect(ids()).toEqual([-8])
  act(() => live.follower.opened?.())
  expect(ids()).toEqual([-8, -7])
  // The server no longer has the call.
  receive({ type: 'ERROR', payload: { message: '', code: 'call_over' }, ref: -8 })
  receive({ type: 'ERROR', payload: { message: '', code: 'internal' }, ref: -7 })
  expect(ownCallsStore.getState().map(({ status }) => status)).toEqual(['open', 'ended', 'ended'])
})

it('calls that are switched off meanwhile say so, and an open one is still shown', async () => {
  fakeApi.refuses(callStaff, 409, { code: 'calls_off', message: 'Not from here' })
  const { user, t } = show()
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  const sheet = await dialog()
  await user.click(sheet.getByRole('button', { name: t('calls.waiter') }))
  act(() => queryClient.setQueryData([getSettings.path], { ...SETTINGS, tableCalls: false }))
  expect(await sheet.findByText('Not from here')).toBeDefined()
  await user.click(sheet.getByRole('button', { name: t('common.close') }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: t('calls.open') })).toBeNull())
  act(() =>
    ownCallsStore.change(() => [
      { id: 7, token: 't', tableId: 35, kind: 'bill', method: null, status: 'taken', at: Date.now() },
    ]),
  )
  expect(screen.getByRole('button', { name: `${t('calls.open')}. ${t('calls.taken')}` })).toBeDefined()
})

it('a call that was refused so soon after the last says it once', async () => {
  fakeApi.refuses(callStaff, 429, { code: 'call_again_later', message: 'Again in a minute' })
  ownCallsStore.change(() => [
    { id: 7, token: 't', tableId: 35, kind: 'waiter', method: null, status: 'ended', at: Date.now() },
  ])
  const { user, t } = show()
  await user.click(screen.getByRole('button', { name: t('calls.open') }))
  const sheet = await dialog()
  expect(sheet.getByText(t('calls.ended'))).toBeDefined()
  await user.click(sheet.getByRole('button', { name: t('calls.waiter') }))
  expect(await sheet.findByText('Again in a minute')).toBeDefined()
  expect(sheet.queryByText(t('calls.ended'))).toBeNull()
})

it.each([
  ['calls are switched off', () => show('en', { tableCalls: false })],
  [
    'somebody is signed in, who serves tables',
    () => {
      localStorage.setItem('masa.signed-in', JSON.stringify({ version: 1, value: true }))
      return show()
    },
  ],
])('is not there when %s', (_, showButton) => {
  const { t } = showButton()
  expect(screen.queryByRole('button', { name: t('calls.open') })).toBeNull()
})
