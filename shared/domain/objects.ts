/** Returns the named fields of an object, in the order of `keys`. */
export function pick<Source extends object, Key extends keyof Source>(source: Source, keys: readonly Key[]) {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>
}

/** Returns an object with the same keys, each value replaced by the result of `map`. */
export function mapValues<Key extends string, Value, Mapped>(
  source: Readonly<Record<Key, Value>>,
  map: (value: Value) => Mapped,
): Record<Key, Mapped> {
  const entries = Object.entries<Value>(source).map(([key, value]) => [key, map(value)])
  return Object.fromEntries(entries) as Record<Key, Mapped>
}

/** Parses JSON; returns undefined if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value has named fields, which may hold anything; also true of a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a value is a whole number within limits. */
export function isWhole(value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max
}

/** Returns a function that makes the value of a key once, and forgets all when it knows `max` of them. */
export function remembered<Value>(max: number): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>()
  return (key, make) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= max) known.clear()
    const value = make()
    known.set(key, value)
    return value
  }
}
