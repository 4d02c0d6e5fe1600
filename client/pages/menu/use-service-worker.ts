import { useEffect } from 'react'
import { whenIdle } from '../../lib/loading/when-idle.ts'

/**
 * Starts the service worker, which caches the menu, once the page is loaded and idle, so that the first view is not
 * delayed.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    // In development there is no service worker.
    if (!import.meta.env.PROD) return
    let unfollow: (() => void) | undefined
    let isUnmounted = false
    const start = async () => {
      try {
        const { followServiceWorker } = await import('./follow-worker.ts')
        if (!isUnmounted) unfollow = followServiceWorker()
      } catch {
        // Tried again on the next visit.
      }
    }
    let cancelStart = () => removeEventListener('load', whenLoaded)
    const whenLoaded = () => {
      cancelStart = whenIdle(() => void start())
    }
    if (document.readyState === 'complete') whenLoaded()
    else addEventListener('load', whenLoaded, { once: true })
    return () => {
      isUnmounted = true
      cancelStart()
      unfollow?.()
    }
  }, [])
}
