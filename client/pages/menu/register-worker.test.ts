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

it('registers the worker for the menu alone', async () => {
  register.mockResolvedValue({ addEventListener() {} })
  await registerWorker(() => {})
  expect(register.mock.calls).toEqual([[expect.anything(), { scope: '/menu' }]])
  expect(String(register.mock.calls[0]?.[0])).toBe('/sw.js')
})

it.each([
  ['its script is not there', () => Promise.reject(new TypeError('bad HTTP response code (404)'))],
  ['storage is forbidden', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  ['storage is full', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
  ['the browser gives nothing back', () => Promise.resolve(undefined as never)],
])('says nothing where %s', async (_, answer) => {
  register.mockImplementation(answer)
  const said = vi.spyOn(console, 'error')
  const onWaiting = vi.fn()
  await registerWorker(onWaiting)
  expect([said.mock.calls, onWaiting.mock.calls]).toEqual([[], []])
  said.mockRestore()
})

it('is not registered without https, or where there are no workers', async () => {
  vi.stubGlobal('isSecureContext', false)
  await registerWorker(() => {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {})
  await registerWorker(() => {})
  expect(register).not.toHaveBeenCalled()
})

it('lets a version that waits take over only when it is told to, and loads the page anew once it has', async () => {
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
