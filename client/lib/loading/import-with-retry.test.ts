import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../browser/storage.fixture.ts'
import { importWithRetry } from './import-with-retry.ts'

const isServerReachable = vi.fn<() => Promise<boolean>>()
const reload = vi.fn()
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  isServerReachable.mockResolvedValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('importWithRetry', () => {
  it('loads a part once, however often it is needed', async () => {
    const load = vi.fn().mockResolvedValue('part')
    const part = importWithRetry(load, { isServerReachable, reload })
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part'])
    void part.prefetch()
    expect(await part()).toBe('part')
    expect(reload).not.toHaveBeenCalled()
  })

  it('retries while the server is unreachable, without reloading the page', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('no network'))
    isServerReachable.mockResolvedValue(false)
    const part = importWithRetry(load, { isServerReachable, reload })
    const waiting = part()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    load.mockResolvedValue('part')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await waiting).toBe('part')
  })

  it('asks less and less often, and at once when the network is back or somebody uses the page', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('no network'))
    isServerReachable.mockResolvedValue(false)
    void importWithRetry(load, { isServerReachable, reload })()
    await vi.advanceTimersByTimeAsync(60_000)
    // After 2, 4, 8, 16 and 30 s.
    expect(load).toHaveBeenCalledTimes(6)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(load).toHaveBeenCalledTimes(6 + 120)
    for (const [i, type] of ['online', 'visibilitychange', 'click'].entries()) {
      page.dispatchEvent(new Event(type))
      await vi.advanceTimersByTimeAsync(0)
      expect(load).toHaveBeenCalledTimes(127 + 2 * i)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(load).toHaveBeenCalledTimes(128 + 2 * i)
    }
  })

  it('reloads the page if the import fails although the server is reachable', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('remembered'))
    void importWithRetry(load, { isServerReachable, reload })()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload the page for a failed prefetch until the part is needed', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('remembered'))
    const part = importWithRetry(load, { isServerReachable, reload })
    void part.prefetch()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).not.toHaveBeenCalled()
    void part()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('a style sheet that is lost', () => {
  class Link {
    href = '/static/index.css'
    requests = 0
    isLater = true
    dataset = {}
    listeners: [string, () => void][] = []
    addEventListener = (type: string, listener: () => void) => this.listeners.push([type, listener])
    #rel = ''
    get rel() {
      return this.#rel
    }
    // A browser requests a style sheet when this changes.
    set rel(rel: string) {
      if (rel === 'stylesheet' && this.#rel !== rel) this.requests++
      this.#rel = rel
    }
    removeAttribute = () => {
      this.isLater = false
    }
    /** As the page's first script does. */
    lose() {
      this.#rel = ''
      this.emit('error')
    }
    emit(type: string) {
      for (const [of, listener] of this.listeners) if (of === type) listener()
    }
  }
  let link: Link
  beforeEach(() => {
    link = new Link()
    vi.stubGlobal('document', { querySelectorAll: () => (link.isLater ? [link] : []), querySelector: () => null })
  })

  it('is requested again, and the part that needs it waits', async () => {
    const shown = vi.fn()
    void importWithRetry(async () => 'cart', { isServerReachable, reload })().then(shown)
    await vi.advanceTimersByTimeAsync(0)
    isServerReachable.mockResolvedValue(false)
    link.lose()
    await vi.advanceTimersByTimeAsync(0)
    expect([link.requests, shown.mock.calls]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([link.requests, shown.mock.calls]).toEqual([2, []])
    link.emit('load')
    await vi.advanceTimersByTimeAsync(0)
    expect(shown.mock.calls).toEqual([['cart']])
    expect(await importWithRetry(async () => 'sheet')()).toBe('sheet')
    expect([link.requests, reload.mock.calls]).toEqual([2, []])
  })
})

describe('reloading the page for a missing part', () => {
  const unregister = vi.fn().mockResolvedValue(true)
  const pageReload = vi.fn()
  const openOrTyped = vi.fn()
  const importMissingPart = () => importWithRetry(vi.fn().mockRejectedValue(new TypeError('missing')))()

  beforeEach(() => {
    stubStorage()
    vi.stubGlobal('fetch', async () => new Response())
    vi.stubGlobal('document', { querySelector: openOrTyped, querySelectorAll: () => [] })
    vi.stubGlobal('location', { reload: pageReload })
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ unregister }) } })
  })

  it('unregisters the service worker first, and happens once', async () => {
    void importMissingPart()
    void importMissingPart()
    await vi.advanceTimersByTimeAsync(30_000)
    expect([unregister.mock.calls, pageReload.mock.calls]).toEqual([[[]], [[]]])
    expect(unregister.mock.invocationCallOrder[0]).toBeLessThan(Number(pageReload.mock.invocationCallOrder[0]))
  })

  it('waits while something is open or typed', async () => {
    openOrTyped.mockReturnValue({})
    void importMissingPart()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(pageReload).not.toHaveBeenCalled()
    openOrTyped.mockReturnValue(null)
    page.dispatchEvent(new Event('click'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(pageReload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['the browser has no service workers', {}],
    ['service workers are forbidden', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } }],
    ['no service worker is registered', { serviceWorker: { getRegistration: async () => undefined } }],
  ])('also happens if %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    void importMissingPart()
    await vi.advanceTimersByTimeAsync(0)
    expect(pageReload).toHaveBeenCalledTimes(1)
  })
})
