import { useRef } from 'react'
import { randomKey } from './random-key.ts'
import { RequestError } from './request-error.ts'

interface Adding<Wanted> {
  wanted: Wanted
  key: string
}

/**
 * Adds something that is there once, though an answer may be lost: an attempt without one is repeated under its key,
 * whatever was typed since.
 */
export function useAddOnce<Wanted, Added>(send: (adding: Adding<Wanted>) => Promise<Added>) {
  /** An attempt that was not answered: it may have succeeded. */
  const unanswered = useRef<Adding<Wanted>>(null)

  async function attempt(adding: Adding<Wanted>): Promise<Added> {
    unanswered.current = adding
    try {
      const added = await send(adding)
      unanswered.current = null
      return added
    } catch (error) {
      if (error instanceof RequestError && error.isDecision) unanswered.current = null
      throw error
    }
  }

  return {
    add: (wanted: Wanted) => attempt({ wanted, key: randomKey() }),
    /** What an attempt without an answer has added; null where there was none, or it is refused by now. */
    async addedBefore(): Promise<Added | null> {
      if (!unanswered.current) return null
      try {
        return await attempt(unanswered.current)
      } catch (error) {
        if (unanswered.current) throw error
        return null
      }
    },
  }
}
