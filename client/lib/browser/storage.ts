import { create } from 'zustand'
import type { User } from '#shared/contracts/accounts.ts'

/** Whether this code runs on the server, which renders the menu's first view; there are no events to follow there. */
export const isServer = typeof window === 'undefined'

/**
 * A value in the browser's storage. No method throws: in private mode, with a full disk or with storage forbidden,
 * nothing is stored and the page goes on. The value is JSON with a version; `read` returns undefined for anything that
 * it does not recognise.
 */
export interface Stored<T> {
  read(): T | undefined
  /** Returns the stored value in any form. */
  readAny(): unknown
  /** @returns whether the value was stored */
  write(value: T): boolean
  clear(): void
  /** Whether this page's last write succeeded. If not, the stored value is older than the page's. */
  isUpToDate(): boolean
  key: string
}

export function stored<T>(
  name: string,
  version: number,
  parse: (value: unknown) => T | undefined,
  /** `tab`: the value lasts only as long as this tab. */
  lifetime: 'browser' | 'tab' = 'browser',
): Stored<T> {
  const key = `masa.${name}`
  const storage = () => (lifetime === 'tab' ? sessionStorage : localStorage)
  let isUpToDate = true
  return {
    key,
    read() {
      try {
        const entry: unknown = JSON.parse(storage().getItem(key) ?? 'null')
        if (typeof entry !== 'object' || entry === null || !('version' in entry) || !('value' in entry))
          return undefined
        return entry.version === version ? parse(entry.value) : undefined
      } catch {
        return undefined
      }
    },
    readAny() {
      try {
        const text = storage().getItem(key) ?? undefined
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
        storage().setItem(key, JSON.stringify({ version, value }))
        isUpToDate = true
      } catch {
        isUpToDate = false
      }
      return isUpToDate
    },
    isUpToDate: () => isUpToDate,
    clear() {
      try {
        storage().removeItem(key)
      } catch {
        // With storage forbidden, nothing was stored.
      }
    },
  }
}

type Followed<T> = Pick<Stored<T>, 'key' | 'read' | 'isUpToDate'>

/**
 * What a change begins with: the stored value, which another tab may have changed while this one was frozen; the page's
 * own if nothing can be stored.
 */
export const latestOf = <T>(store: Pick<Followed<T>, 'read' | 'isUpToDate'>, own: T, empty: T): T =>
  store.isUpToDate() ? (store.read() ?? empty) : own

/** Follows other tabs' changes, and reads the value when the page resumes: a frozen one misses the events. */
export function followOtherTabs<T>(store: Followed<T>, onChange: (value: T | undefined) => void): void {
  if (typeof addEventListener === 'undefined') return
  const readAgain = () => {
    if (store.isUpToDate()) onChange(store.read())
  }
  addEventListener('storage', ({ key }) => {
    // Without a key, everything was cleared.
    if (key === store.key || key === null) onChange(store.read())
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readAgain()
  })
  addEventListener('resume', readAgain)
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') readAgain()
  })
}

/**
 * A stored value that is one of a few words (a theme, a language), without JSON: the page's first script reads it. The
 * server reads a cookie with it for the pages that it writes itself, and for no other.
 */
export function storedWord<T extends string>(name: string, words: readonly T[]) {
  const key = `masa.${name}`
  const tellServer = (word: T | undefined) => {
    if (isServer) return
    // biome-ignore lint/suspicious/noDocumentCookie: few phones have the Cookie Store API, and none over plain http
    document.cookie = `masa_${name}=${word}; path=/reserve; max-age=${word ? 31_536_000 : 0}; samesite=lax`
  }
  const stored = {
    read(): T | undefined {
      try {
        const text = localStorage.getItem(key)
        return words.find((word) => word === text)
      } catch {
        return undefined
      }
    },
    write(word: T | undefined) {
      tellServer(word)
      try {
        if (word === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, word)
      } catch {
        // The choice lasts only as long as the page.
      }
    },
  }
  const known = stored.read()
  if (known) tellServer(known)
  return stored
}

/** A value outside of React, such as what a dialog is open for: it outlasts the component that sets it. */
export function createValue<Value>(initial: Value) {
  const store = create<{ value: Value }>(() => ({ value: initial }))
  function use(): Value
  function use<Selected>(select: (value: Value) => Selected): Selected
  function use<Selected>(select?: (value: Value) => Selected): Value | Selected {
    return store(({ value }) => (select ? select(value) : value))
  }
  return {
    /** The value, or what is selected of it, in a component: it is rendered again when that changes. */
    use,
    get: () => store.getState().value,
    set: (value: Value) => store.setState({ value }),
  }
}

const MARKS = [true, 'owner', 'floor', 'kitchen'] as const

interface Ticket {
  token: string
  /** An ISO moment. */
  at: string
}

/** What tickets keep on the phone (server/modules/reservations/page/page.js). */
export const storedTickets = stored('reservations', 1, (value) =>
  Array.isArray(value)
    ? value.filter((one): one is Ticket => typeof one?.token === 'string' && typeof one.at === 'string')
    : undefined,
)

/** Other than `true`: staff.html then requests what the pages of owners, waiters or cooks show first. */
export const storedMark = stored<(typeof MARKS)[number]>('signed-in', 1, (value) =>
  MARKS.find((mark) => mark === value),
)

/** Whether somebody was signed in at this browser's last check; if not, the menu does not check again. */
export function wasSignedIn(): boolean {
  return storedMark.read() !== undefined
}

/** Stores who is signed in, for the next visit. @param user null if nobody is */
export function markSignedIn(user: Pick<User, 'isOwner' | 'duties'> | null): void {
  if (!user) storedMark.clear()
  // A waiter may read all that a cook may.
  else storedMark.write(user.isOwner ? 'owner' : user.duties.includes('floor') ? 'floor' : (user.duties[0] ?? true))
}
