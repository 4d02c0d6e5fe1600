import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followOtherTabs, stored, storedWord } from './storage.ts'

const numbers = stored('n', 2, (value) => (typeof value === 'number' ? value : undefined))
afterEach(() => vi.unstubAllGlobals())

function keeping(text: string | null) {
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { getItem: () => text, setItem, removeItem: vi.fn() })
  return setItem
}

describe('stored', () => {
  it('reads what was written under the same version', () => {
    keeping('{"version":2,"value":7}')
    expect(numbers.read()).toBe(7)
  })

  it.each([null, 'not JSON', '{"version":1,"value":7}', '{"version":2,"value":"seven"}', '[]', 'null', '7'])(
    'knows nothing of %s',
    (text) => {
      keeping(text)
      expect(numbers.read()).toBeUndefined()
    },
  )

  it('throws nowhere where storage is forbidden', () => {
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

describe('what other tabs keep', () => {
  const listeners = new Map<string, (event: { key?: string | null; persisted?: boolean }) => void>()
  const told = vi.fn()
  beforeEach(() => {
    told.mockClear()
    vi.stubGlobal('addEventListener', (event: string, listener: () => void) => listeners.set(event, listener))
  })
  const follow = () => {
    const kept = stored('n', 2, (value) => (typeof value === 'number' ? value : undefined))
    followOtherTabs(kept, told)
    return kept
  }

  it('is told when they write it or clear everything, not when they write something else', () => {
    keeping('{"version":2,"value":7}')
    follow()
    listeners.get('storage')?.({ key: 'masa.other' })
    expect(told).not.toHaveBeenCalled()
    listeners.get('storage')?.({ key: 'masa.n' })
    keeping(null)
    listeners.get('storage')?.({ key: null })
    expect(told.mock.calls).toEqual([[7], [undefined]])
  })

  it('is read by a page that was asleep as it wakes, and by no page that comes anew', () => {
    keeping('{"version":2,"value":7}')
    follow()
    listeners.get('pageshow')?.({ persisted: false })
    expect(told).not.toHaveBeenCalled()
    listeners.get('pageshow')?.({ persisted: true })
    expect(told.mock.calls).toEqual([[7]])
  })

  it('is older than what a page holds that could not be kept', () => {
    keeping('{"version":2,"value":7}').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(follow().write(8)).toBe(false)
    listeners.get('pageshow')?.({ persisted: true })
    expect(told).not.toHaveBeenCalled()
  })
})
