import { useSyncExternalStore } from 'react'
import { isServerReachable } from './api.ts'

/** How often the server is asked for while somebody wants to know. */
const ASK_EVERY_MS = 5_000

const watchers = new Set<() => void>()
let isReachable = false
/** How many questions were asked. The answer to the last one counts: the connection may have changed since the others. */
let asked = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether the server can be reached: asked at once, every few seconds, and when the browser believes that its connection
 * has changed. False until it has answered. All who want to know share one question.
 */
export function useReachable(): boolean {
  return useSyncExternalStore(watch, () => isReachable)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  if (watchers.size === 1) {
    addEventListener('online', ask)
    addEventListener('offline', ask)
    void ask()
  }
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    removeEventListener('online', ask)
    removeEventListener('offline', ask)
    clearTimeout(timer)
    isReachable = false
  }
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  const mine = ++asked
  const answer = await isServerReachable()
  if (mine !== asked || watchers.size === 0) return
  timer = setTimeout(ask, ASK_EVERY_MS)
  if (answer === isReachable) return
  isReachable = answer
  for (const told of watchers) told()
}
