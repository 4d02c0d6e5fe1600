import { createHmac } from 'node:crypto'

/**
 * The classes of advisory locks on text from outside: the first of two integers. Masa's own locks are single numbers.
 * For PostgreSQL the two forms are never the same lock, so no text can take one of Masa's own.
 */
export const TEXT_LOCK_CLASSES = { attempt: 1, signIn: 2 } as const

/** Returns the lock of a text: the second integer, which all instances compute alike. */
export type TextLock = (text: string) => number

/** @param secret known to the instances alone, so that nobody outside can find texts that share a lock */
export function textLocks(secret: string): TextLock {
  return (text) => createHmac('sha256', secret).update(text).digest().readInt32BE()
}
