import { useSyncExternalStore } from 'react'
import { CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'

/*
 * Which of the answers that the page shows are not the server's of now, but kept ones, which the service worker gave
 * because nothing could be asked (docs/product.md#everywhere-offline).
 */

/** When each of them came, as the worker says it, by the path of its call. */
let kept: Readonly<Record<string, string>> = {}
const watchers = new Set<() => void>()

/** Notes of an answer whether it is a kept one. @returns whether it is */
export function recordCached(path: string, { headers }: Response): boolean {
  const cameAt = headers.get(CACHED_AT_HEADER)
  if (cameAt !== (kept[path] ?? null)) {
    const { [path]: _, ...others } = kept
    kept = cameAt === null ? others : { ...others, [path]: cameAt }
    for (const watcher of watchers) watcher()
  }
  return cameAt !== null
}

/** What of the shown is kept: when it came (`ageOf` reads it), by the path of its call. */
export function useCachedAnswers(): Readonly<Record<string, string>> {
  return useSyncExternalStore(watch, () => kept)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
