import { useRef } from 'react'
import { RequestError, randomKey } from '../api/request-error.ts'

export interface KeyedInput<Input> {
  input: Input
  /** The idempotency key: the server adds at most one thing for it. */
  key: string
}

/**
 * The idempotency key of what a form adds: the same until the server has decided, or the input changes. For forms whose
 * input can change while it is not known whether the former one was added.
 */
export function useInputKey() {
  const attempt = useRef({ input: '', key: '' })
  return {
    keyOf(input: object): string {
      const text = JSON.stringify(input)
      if (attempt.current.input !== text) attempt.current = { input: text, key: randomKey() }
      return attempt.current.key
    },
    /** To be called with each outcome. */
    settle(error?: unknown): void {
      const isOpen = error && !(error instanceof RequestError && error.isDecision)
      if (!isOpen) attempt.current = { input: '', key: '' }
    },
  }
}

/** Adds exactly once, even if a response is lost: it is repeated with its key and its input. */
export function useAddOnce<Input, Added>(send: (attempt: KeyedInput<Input>) => Promise<Added>) {
  /** An attempt without a response: it may have succeeded. */
  const unanswered = useRef<KeyedInput<Input>>(null)

  async function sendAttempt(attempt: KeyedInput<Input>): Promise<Added> {
    unanswered.current = attempt
    try {
      const added = await send(attempt)
      unanswered.current = null
      return added
    } catch (error) {
      if (error instanceof RequestError && error.isDecision) unanswered.current = null
      throw error
    }
  }

  return {
    add: (input: Input) => sendAttempt({ input, key: randomKey() }),
    /** Repeats the unanswered attempt and returns what it added; null if there is none, or if the server rejects it. */
    async resolveUnanswered(): Promise<Added | null> {
      if (!unanswered.current) return null
      try {
        return await sendAttempt(unanswered.current)
      } catch (error) {
        if (unanswered.current) throw error
        return null
      }
    },
  }
}
