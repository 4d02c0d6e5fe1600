import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerServiceWorker } from './follow-worker.ts'

const register = vi.fn<(url: string, options: object) => Promise<object>>()

beforeEach(() => {
  register.mockReset()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('location', { href: 'https://masa.example/menu' })
  vi.stubGlobal('navigator', { serviceWorker: { register, addEventListener() {} } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('the service worker is registered for all pages', async () => {
  register.mockResolvedValue({ addEventListener() {} })
  await registerServiceWorker(() => {})
  expect(register.mock.calls).toEqual([[expect.anything(), {}]])
  expect(String(register.mock.calls[0]?.[0])).toBe('/sw.js')
})

it.each([
  ['its script is missing', () => Promise.reject(new TypeError('bad HTTP response code (404)'))],
  ['storage is forbidden', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  ['storage is full', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
  ['the browser returns nothing', () => Promise.resolve(undefined as never)],
])('registering logs no error if %s', async (_, respond) => {
  register.mockImplementation(respond)
  const errorSpy = vi.spyOn(console, 'error')
  const onWaiting = vi.fn()
  await registerServiceWorker(onWaiting)
  expect([errorSpy.mock.calls, onWaiting.mock.calls]).toEqual([[], []])
  errorSpy.mockRestore()
})

it('no service worker is registered without https or without support for service workers', async () => {
  vi.stubGlobal('isSecureContext', false)
  await registerServiceWorker(() => {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {})
  await registerServiceWorker(() => {})
  expect(register).not.toHaveBeenCalled()
})

it('a waiting version is activated only on request; the page reloads once it is active', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { href: 'https://masa.example/menu', reload })
  const worker = Object.assign(new EventTarget(), {
    scriptURL: 'https://masa.example/sw.js',
    state: 'installed',
    postMessage: vi.fn(),
  })
  register.mockResolvedValue({ waiting: worker, addEventListener() {} })
  const takeOver = await new Promise<() => void>((resolve) => void registerServiceWorker(resolve))
  expect(worker.postMessage).not.toHaveBeenCalled()
  vi.useFakeTimers()
  takeOver()
  // The request would be postponed by a file that is being served.
  expect(worker.postMessage).not.toHaveBeenCalled()
  vi.runAllTimers()
  vi.useRealTimers()
  expect(worker.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'SKIP_WAITING' })
  for (const state of ['activating', 'activated']) {
    expect(reload).not.toHaveBeenCalled()
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }
  expect(reload).toHaveBeenCalledTimes(1)
})
