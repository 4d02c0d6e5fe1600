import { createValue } from '../browser/create-value.ts'

/*
 * Tracks which displayed responses are old because the network is unavailable: those that the service worker served, and
 * those received before the network was lost (docs/product/everywhere.md#everywhere-offline).
 */

/** When the displayed old responses were received (as in `CACHED_AT_HEADER`), by path. */
const receivedAtByPath = createValue<Readonly<Record<string, string>>>({})

/** @param receivedAt when it was received, if it is old; null for a new response @returns whether it is old */
export function recordAge(path: string, receivedAt: string | null): boolean {
  const { [path]: before = null, ...others } = receivedAtByPath.get()
  if (receivedAt !== before) receivedAtByPath.set(receivedAt === null ? others : { ...others, [path]: receivedAt })
  return receivedAt !== null
}

/** When each displayed response that is old was received (`receiptTime` reads it), by path. */
export function useCachedAnswers(): Readonly<Record<string, string>> {
  return receivedAtByPath.use()
}
