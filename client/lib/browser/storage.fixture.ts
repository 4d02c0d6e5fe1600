import { vi } from 'vitest'

/** Both storages of a browser, for tests: what they keep is in one map. */
export function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('localStorage', area)
  vi.stubGlobal('sessionStorage', area)
  return kept
}
