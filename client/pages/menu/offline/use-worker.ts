import { useEffect } from 'react'
import { whenIdle } from '../../../lib/loading/when-idle.ts'

/**
 * Lets the menu be kept in this browser: once it is loaded and the page has nothing else to do, so that the first view
 * pays nothing for it.
 */
export function useWorker(): void {
  useEffect(() => {
    // While editing, each page comes from its sources.
    if (!import.meta.env.PROD) return
    let leave: (() => void) | undefined
    let gone = false
    const start = async () => {
      try {
        const { followWorker } = await import('./follow-worker.ts')
        if (!gone) leave = followWorker()
      } catch {
        // It is tried again with the next visit.
      }
    }
    let notNow = () => removeEventListener('load', whenLoaded)
    const whenLoaded = () => {
      notNow = whenIdle(() => void start())
    }
    if (document.readyState === 'complete') whenLoaded()
    else addEventListener('load', whenLoaded, { once: true })
    return () => {
      gone = true
      notNow()
      leave?.()
    }
  }, [])
}
