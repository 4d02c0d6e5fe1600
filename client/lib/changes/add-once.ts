import { useRef } from 'react'
import { RequestError } from '../api/request-error.ts'

/** A unique key of 128 random bits, in hex. (`crypto.randomUUID` needs a secure context.) */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface KeyedInput<Input> {
  input: Input
  /** The idempotency key: the server adds at most one thing for it. */
  key: string
}

/** The key of each input that adds something: the same until the server has decided about that input. */
export function useInputKeys() {
  const keys = useRef(new Map<string, string>())
  return {
    keyOf(input: object): string {
      const text = JSON.stringify(input)
      const key = keys.current.get(text) ?? randomKey()
      keys.current.set(text, key)
      return key
    },
    /** To be called with each outcome. */
    settle(input: object, error?: unknown): void {
      const isOpen = error && !(error instanceof RequestError && error.isDecision)
      if (!isOpen) keys.current.delete(JSON.stringify(input))
    },
  }
}

/**
 * Adds at most once: until the server has decided, each attempt has the same key. With other input, the server says that
 * the former one was added (`key_reused`), or adds the new one.
 */
export async function addOnce<Input, Added>(
  attempt: { current: KeyedInput<Input> | undefined },
  input: Input,
  send: (input: Input, key: string) => Promise<Added>,
): Promise<Added> {
  const key = attempt.current?.key ?? randomKey()
  attempt.current = { input, key }
  try {
    const added = await send(input, key)
    attempt.current = undefined
    return added
  } catch (error) {
    if (error instanceof RequestError && error.isDecision) attempt.current = undefined
    throw error
  }
}
