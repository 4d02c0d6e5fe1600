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
export function inputKeys() {
  const keys = new Map<string, string>()
  return {
    keyOf(input: object): string {
      const text = JSON.stringify(input)
      const key = keys.get(text) ?? randomKey()
      keys.set(text, key)
      return key
    },
    /** To be called with each outcome. */
    settle(input: object, error?: unknown): void {
      const isOpen = error && !(error instanceof RequestError && error.isDecision)
      if (!isOpen) keys.delete(JSON.stringify(input))
    },
  }
}

/**
 * Adds at most once: until the server has decided, each attempt has the same key. An open attempt with other input is
 * sent again first: if the server adds it, or has added it, nothing else is added.
 * @param onFormer called with the input of an open attempt that was added instead
 */
export async function addOnce<Input, Added>(
  attempt: { current: KeyedInput<Input> | undefined },
  input: Input,
  send: (input: Input, key: string) => Promise<Added>,
  onFormer: (input: Input) => void = () => {},
): Promise<Added> {
  async function settle(open: KeyedInput<Input>): Promise<Added> {
    attempt.current = open
    try {
      const added = await send(open.input, open.key)
      attempt.current = undefined
      return added
    } catch (error) {
      if (error instanceof RequestError && error.isDecision) attempt.current = undefined
      throw error
    }
  }
  const former = attempt.current
  if (!former || JSON.stringify(former.input) === JSON.stringify(input))
    return settle(former ?? { input, key: randomKey() })
  try {
    const added = await settle(former)
    onFormer(former.input)
    return added
  } catch (error) {
    if (attempt.current) throw error
    return settle({ input, key: randomKey() })
  }
}
