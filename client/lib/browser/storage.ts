/**
 * Local storage that throws nowhere: in private mode, with a full disk or when it is forbidden, nothing is kept and the
 * page goes on. Values are JSON with a version beside them; `read` gives undefined for anything it does not recognise.
 */
export interface Stored<T> {
  read(): T | undefined
  /** Returns the stored value in any form, even one that an older version wrote. */
  readAny(): unknown
  /** Whether it was really kept. */
  write(value: T): boolean
  clear(): void
  /** Whether this page's last write succeeded. If not, the stored value is older than what the page knows. */
  isKept(): boolean
  key: string
}

export function stored<T>(
  name: string,
  version: number,
  recognise: (value: unknown) => T | undefined,
  /** `tab`: only as long as this tab lives. */
  place: 'browser' | 'tab' = 'browser',
): Stored<T> {
  const key = `masa.${name}`
  const area = () => (place === 'tab' ? sessionStorage : localStorage)
  let isKept = true
  return {
    key,
    read() {
      try {
        const kept: unknown = JSON.parse(area().getItem(key) ?? 'null')
        if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('value' in kept)) return undefined
        return kept.version === version ? recognise(kept.value) : undefined
      } catch {
        return undefined
      }
    },
    readAny() {
      try {
        const text = area().getItem(key) ?? undefined
        try {
          return text && JSON.parse(text)
        } catch {
          return text
        }
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        area().setItem(key, JSON.stringify({ version, value }))
        isKept = true
      } catch {
        isKept = false
      }
      return isKept
    },
    isKept: () => isKept,
    clear() {
      try {
        area().removeItem(key)
      } catch {
        // Nothing was kept, so nothing is left.
      }
    },
  }
}

/**
 * Tells what the other tabs of this browser have kept under a name, each time that they change it. A page that the
 * browser had put to sleep has heard none of it, so it reads the value as it wakes.
 */
export function followOtherTabs<T>(kept: Stored<T>, changed: (value: T | undefined) => void): void {
  addEventListener('storage', ({ key }) => {
    // Without a key, everything was cleared.
    if (key === kept.key || key === null) changed(kept.read())
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && kept.isKept()) changed(kept.read())
  })
}

/** A plain word (a theme, a language) under a name; the page's first script reads these as they stand. */
export function storedWord<T extends string>(name: string, words: readonly T[]) {
  const key = `masa.${name}`
  return {
    read(): T | undefined {
      try {
        const kept = localStorage.getItem(key)
        return words.find((word) => word === kept)
      } catch {
        return undefined
      }
    },
    write(word: T | undefined) {
      try {
        if (word === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, word)
      } catch {
        // The choice then lasts as long as the page.
      }
    },
  }
}
