import { vi } from 'vitest'

/** Stubs localStorage and sessionStorage for a test. @returns the map that holds the items of both */
export function stubStorage(): Map<string, string> {
  const items = new Map<string, string>()
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
  vi.stubGlobal('localStorage', area)
  vi.stubGlobal('sessionStorage', area)
  return items
}
