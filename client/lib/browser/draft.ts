import { stored } from './storage.ts'

/** How long a draft is kept, in milliseconds. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000
const PREFIX = 'draft.'

/** What somebody has typed into a form and not sent yet. No method throws. */
export interface StoredDraft<T> {
  /** Undefined without a draft; one that is too old, or of another version of the form, is removed. */
  read(): T | undefined
  /** @returns whether it is kept: storage may be full or forbidden */
  write(value: T): boolean
  clear(): void
  /** Whether the last `write` succeeded. */
  isUpToDate(): boolean
  key: string
}

/**
 * A draft in the browser's storage, for 7 days at most (docs/product/everywhere.md#everywhere-drafts). Passwords are
 * never part of one.
 * @param name of the form, with the id of what it changes
 * @param version of the form; a draft of another version is dropped
 * @param parse returns undefined for anything that it does not recognise
 * @param lifetime `tab` for a guest's draft, which must not stay on a phone
 */
export function storedDraft<T>(
  name: string,
  version: number,
  parse: (value: unknown) => T | undefined,
  lifetime: 'browser' | 'tab' = 'browser',
): StoredDraft<T> {
  const parseEntry = (entry: unknown) => {
    const value = isRecentDraft(entry) ? parse(entry.value) : undefined
    return value === undefined ? undefined : { at: (entry as DatedDraft).at, value }
  }
  const store = stored<{ at: number; value: T }>(PREFIX + name, version, parseEntry, lifetime)
  return {
    read() {
      const entry = store.read()
      if (!entry) store.clear()
      return entry?.value
    },
    write: (value) => store.write({ at: Date.now(), value }),
    clear: store.clear,
    isUpToDate: store.isUpToDate,
    key: store.key,
  }
}

/** Removes every draft of this browser: drafts of the dashboard may contain customers' data, and end with its session. */
export function clearDrafts(): void {
  removeDrafts(() => true)
}

const owner = stored('draftsOf', 1, (value) => (typeof value === 'number' ? value : undefined))

/** Removes drafts of another user than the one who is signed in, and those that are too old. */
export function keepDraftsOf(userId: number): void {
  const isOther = owner.read() !== userId
  removeDrafts((entry) => isOther || !isRecentDraft((entry as { value?: unknown } | null)?.value))
  if (isOther) owner.write(userId)
}

function removeDrafts(isRemoved: (entry: unknown) => boolean): void {
  for (const storageOf of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = storageOf()
      for (const key of Object.keys(storage)) {
        if (key.startsWith(`masa.${PREFIX}`) && isRemoved(parsed(storage.getItem(key)))) storage.removeItem(key)
      }
    } catch {
      // With storage forbidden, there are no drafts.
    }
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

interface DatedDraft {
  at: number
  value: unknown
}

/** Whether a stored draft is not too old. The clock of a device may also have been set back since. */
function isRecentDraft(entry: unknown): entry is DatedDraft {
  const at = (entry as Partial<DatedDraft> | null)?.at
  return typeof at === 'number' && Math.abs(Date.now() - at) < LIFETIME_MS
}
