import { afterEach, describe, expect, it, vi } from 'vitest'
import { stored, storedWord } from './storage.ts'

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
