import { useSyncExternalStore } from 'react'
import { CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'

/*
 * Tracks which displayed responses are cached ones, served by the service worker because the network was unavailable
 * (docs/product/everywhere.md#everywhere-offline).
 */

/**
 * Values of `CACHED_AT_HEADER` (milliseconds since 1970, as text) of the displayed cached responses, by request path.
 */
let cachedAtByPath: Readonly<Record<string, string>> = {}
const NONE: typeof cachedAtByPath = {}
const listeners = new Set<() => void>()

/** Records whether a response comes from the service worker's cache. @returns whether it does */
export function recordWhetherCached(path: string, { headers }: Response): boolean {
  const cachedAt = headers.get(CACHED_AT_HEADER)
  if (cachedAt !== (cachedAtByPath[path] ?? null)) {
    const { [path]: _, ...others } = cachedAtByPath
    cachedAtByPath = cachedAt === null ? others : { ...others, [path]: cachedAt }
    for (const listener of listeners) listener()
  }
  return cachedAt !== null
}

/**
 * The displayed responses that are cached: when each was received (`receiptTime` reads it), keyed by the request's
 * path.
 */
export function useCachedAnswers(): Readonly<Record<string, string>> {
  return useSyncExternalStore(
    subscribe,
    () => cachedAtByPath,
    () => NONE,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
