import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { i18n } from '../../ui/translation.ts'
import { followLive } from './live.ts'

const sockets: FakeSocket[] = []

class FakeSocket {
  readonly address: string
  isClosed = false
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor(address: string) {
    this.address = address
    sockets.push(this)
  }
  close(): void {
    this.isClosed = true
  }
}

beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'masa.test' })
  vi.stubGlobal('document', new EventTarget())
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {})
  i18n.changeLanguage('ro')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the live channel is opened in the page’s language, and again when that changes', async () => {
  const opened = vi.fn()
  const leave = followLive({ opened })
  expect(sockets.map(({ address }) => address)).toEqual(['ws://masa.test/ws?lang=ro'])
  sockets[0]?.onopen?.()
  i18n.changeLanguage('ro')
  expect(sockets).toHaveLength(1)
  i18n.changeLanguage('en')
  expect(sockets.map(({ address }) => address)).toEqual(['ws://masa.test/ws?lang=ro', 'ws://masa.test/ws?lang=en'])
  expect(sockets[0]?.isClosed).toBe(true)
  sockets[1]?.onopen?.()
  expect(opened).toHaveBeenCalledTimes(2)
  leave()
  vi.runAllTimers()
  expect(sockets[1]?.isClosed).toBe(true)
  i18n.changeLanguage('ro')
  expect(sockets).toHaveLength(2)
})

it('the live channel is opened again after the end of a login session, unless its page has left', () => {
  sockets.length = 0
  const leave = followLive({})
  sockets[0]?.onopen?.()
  sockets[0]?.onclose?.({ code: 4401 })
  expect(sockets).toHaveLength(2)
  sockets[1]?.onopen?.()
  leave()
  sockets[1]?.onclose?.({ code: 4401 })
  expect(sockets).toHaveLength(2)
  vi.runAllTimers()
})

it('settings and hours are refetched when the channel opens, and when they change', async () => {
  vi.resetModules()
  sockets.length = 0
  const [live, { queryClient }, { hoursKey, settingsKey }] = await Promise.all([
    import('./live.ts'),
    import('../api/query.ts'),
    import('../settings/settings.ts'),
  ])
  const leave = live.followLive({})
  const becomeOld = async (happens: () => void) => {
    for (const key of [settingsKey, hoursKey]) queryClient.setQueryData(key, {})
    happens()
    await vi.waitFor(() => {
      for (const key of [settingsKey, hoursKey]) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    })
  }
  await becomeOld(() => sockets[0]?.onopen?.())
  await becomeOld(() => sockets[0]?.onmessage?.({ data: '{"type":"SETTINGS_CHANGED"}' }))
  leave()
  vi.runAllTimers()
  queryClient.clear()
})

it('the live channel uses wss if the page uses https', () => {
  vi.stubGlobal('location', { protocol: 'https:', host: 'masa.test' })
  sockets.length = 0
  followLive({})()
  expect(sockets.map(({ address }) => address)).toEqual(['wss://masa.test/ws?lang=ro'])
  vi.runAllTimers()
})

it('a heartbeat is delivered at once; other frames wait for their contracts, and keep their order', async () => {
  vi.resetModules()
  sockets.length = 0
  const live = await import('./live.ts')
  const delivered: string[] = []
  const record = ({ type }: { type: string }) => delivered.push(type)
  const followed = ['HEARTBEAT', 'MENU_CHANGED', 'ORDERS_CHANGED'].map((type) => [type, record])
  const leave = live.followLive({ ...Object.fromEntries(followed), opened: () => delivered.push('opened') })
  sockets[0]?.onopen?.()
  for (const data of [
    '{"type":"MENU_CHANGED"}',
    '{"type":"ORDER_UPDATE"}',
    '{"type":"ORDERS_CHANGED"}',
    '{"type":"HEARTBEAT"}',
  ])
    sockets[0]?.onmessage?.({ data })
  expect(delivered).toEqual(['opened', 'HEARTBEAT'])
  const inOrder = ['opened', 'HEARTBEAT', 'MENU_CHANGED', 'opened', 'ORDERS_CHANGED']
  await vi.waitFor(() => expect(delivered).toEqual(inOrder))
  leave()
  vi.runAllTimers()
})
