import { useSyncExternalStore } from 'react'

/*
 * Tracks which displayed responses are old because the network is unavailable: those that the service worker served, and
 * those received before the network was lost (docs/product/everywhere.md#everywhere-offline).
 */

/**
 * When the displayed old responses were received (milliseconds since 1970, as text, as in `CACHED_AT_HEADER`), by path.
 */
let receivedAtByPath: Readonly<Record<string, string>> = {}
const NONE: typeof receivedAtByPath = {}
const listeners = new Set<() => void>()

/**
 * Records how old a displayed response is.
 * @param receivedAt when it was received, if it is old; null for a new response
 * @returns whether it is old
 */
export function recordAge(path: string, receivedAt: string | null): boolean {
  if (receivedAt !== (receivedAtByPath[path] ?? null)) {
    const { [path]: _, ...others } = receivedAtByPath
    receivedAtByPath = receivedAt === null ? others : { ...others, [path]: receivedAt }
    for (const listener of listeners) listener()
  }
  return receivedAt !== null
}

/**
 * The displayed responses that are old: when each was received (`receiptTime` reads it), keyed by the request's
 * path.
 */
export function useCachedAnswers(): Readonly<Record<string, string>> {
  return useSyncExternalStore(
    subscribe,
    () => receivedAtByPath,
    () => NONE,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
