import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followOtherTabs, latestOf, stored, storedWord } from './storage.ts'

const numbers = stored('n', 2, (value) => (typeof value === 'number' ? value : undefined))
afterEach(() => vi.unstubAllGlobals())

function stubStored(text: string | null) {
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { getItem: () => text, setItem, removeItem: vi.fn() })
  return setItem
}

describe('stored', () => {
  it('reads what was written under the same version', () => {
    stubStored('{"version":2,"value":7}')
    expect(numbers.read()).toBe(7)
  })

  it.each([null, 'not JSON', '{"version":1,"value":7}', '{"version":2,"value":"seven"}', '[]', 'null', '7'])(
    'reads undefined from %s',
    (text) => {
      stubStored(text)
      expect(numbers.read()).toBeUndefined()
    },
  )

  it('does not throw if storage is forbidden', () => {
    vi.stubGlobal('localStorage', {
      get getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
      get setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(numbers.read()).toBeUndefined()
    expect(numbers.write(1)).toBe(false)
    expect(() => numbers.clear()).not.toThrow()
    expect(storedWord('w', ['a']).read()).toBeUndefined()
  })
})

describe('what a change begins with', () => {
  it('is what is stored, which another tab may have changed or cleared', () => {
    const counted = stored('n', 2, (value) => value as number)
    stubStored('{"version":2,"value":7}')
    expect(latestOf(counted, 3, 0)).toBe(7)
    stubStored(null)
    expect(latestOf(counted, 3, 0)).toBe(0)
  })

  it('is the page’s own value once that could not be stored', () => {
    const full = stored('n', 2, (value) => value as number)
    stubStored('{"version":2,"value":7}').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    full.write(3)
    expect(latestOf(full, 3, 0)).toBe(3)
  })
})

describe('followOtherTabs', () => {
  const listeners = new Map<string, (event: { key?: string | null; persisted?: boolean }) => void>()
  const onChange = vi.fn()
  beforeEach(() => {
    onChange.mockClear()
    vi.stubGlobal('addEventListener', (event: string, listener: () => void) => listeners.set(event, listener))
  })
  const follow = () => {
    const numbers = stored('n', 2, (value) => (typeof value === 'number' ? value : undefined))
    followOtherTabs(numbers, onChange)
    return numbers
  }

  it('reports the value when another tab writes it or clears the storage, not when it writes another one', () => {
    stubStored('{"version":2,"value":7}')
    follow()
    listeners.get('storage')?.({ key: 'masa.other' })
    expect(onChange).not.toHaveBeenCalled()
    listeners.get('storage')?.({ key: 'masa.n' })
    stubStored(null)
    listeners.get('storage')?.({ key: null })
    expect(onChange.mock.calls).toEqual([[7], [undefined]])
  })

  it('reports the value when a frozen page resumes, but not when a page loads', () => {
    stubStored('{"version":2,"value":7}')
    follow()
    listeners.get('pageshow')?.({ persisted: false })
    expect(onChange).not.toHaveBeenCalled()
    listeners.get('pageshow')?.({ persisted: true })
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    listeners.get('visibilitychange')?.({})
    vi.stubGlobal('document', { visibilityState: 'visible' })
    listeners.get('visibilitychange')?.({})
    listeners.get('resume')?.({})
    expect(onChange.mock.calls).toEqual([[7], [7], [7]])
  })

  it('does not report the stored value if the page failed to write a newer one', () => {
    stubStored('{"version":2,"value":7}').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(follow().write(8)).toBe(false)
    listeners.get('pageshow')?.({ persisted: true })
    expect(onChange).not.toHaveBeenCalled()
  })
})
