import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerWorker } from './register-worker.ts'

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

it('registers the worker for the menu only', async () => {
  register.mockResolvedValue({ addEventListener() {} })
  await registerWorker(() => {})
  expect(register.mock.calls).toEqual([[expect.anything(), { scope: '/menu' }]])
  expect(String(register.mock.calls[0]?.[0])).toBe('/sw.js')
})

it.each([
  ['its script is missing', () => Promise.reject(new TypeError('bad HTTP response code (404)'))],
  ['storage is forbidden', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  ['storage is full', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
  ['the browser returns nothing', () => Promise.resolve(undefined as never)],
])('logs no error if %s', async (_, answer) => {
  register.mockImplementation(answer)
  const errorSpy = vi.spyOn(console, 'error')
  const onWaiting = vi.fn()
  await registerWorker(onWaiting)
  expect([errorSpy.mock.calls, onWaiting.mock.calls]).toEqual([[], []])
  errorSpy.mockRestore()
})

it('registers nothing without https or without support for workers', async () => {
  vi.stubGlobal('isSecureContext', false)
  await registerWorker(() => {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {})
  await registerWorker(() => {})
  expect(register).not.toHaveBeenCalled()
})

it('activates a waiting version only on request, and reloads the page once it is active', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { href: 'https://masa.example/menu', reload })
  const sw = Object.assign(new EventTarget(), {
    scriptURL: 'https://masa.example/sw.js',
    state: 'installed',
    postMessage: vi.fn(),
  })
  register.mockResolvedValue({ waiting: sw, addEventListener() {} })
  const takeOver = await new Promise<() => void>((resolve) => void registerWorker(resolve))
  expect(sw.postMessage).not.toHaveBeenCalled()
  takeOver()
  expect(sw.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'SKIP_WAITING' })
  for (const state of ['activating', 'activated']) {
    expect(reload).not.toHaveBeenCalled()
    sw.state = state
    sw.dispatchEvent(new Event('statechange'))
  }
  expect(reload).toHaveBeenCalledTimes(1)
})
