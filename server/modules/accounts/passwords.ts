import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { BusyError } from '#server/platform/limits/concurrency.ts'

// Hashing occupies a core for as long as several orders. Two at once leave room for orders on a machine with few cores.
const limit = pLimit(2)

/** The number of requests that may wait. The last slots are for users, so that a flood of guesses locks none out. */
const MAX_WAITING = { strangers: 100, known: 120 }

/** Queues work that hashes a password. @throws BusyError at once if too much is waiting */
export async function inPasswordQueue<Result>(who: keyof typeof MAX_WAITING, work: () => Promise<Result>) {
  if (limit.pendingCount >= MAX_WAITING[who]) throw new BusyError()
  return limit(work)
}

// Parameters: the library's own argon2id defaults (19 MiB, 2 passes), which are OWASP's first choice.
/** @throws BusyError if too many passwords wait */
export const hashPassword = (password: string, who: keyof typeof MAX_WAITING): Promise<string> =>
  inPasswordQueue(who, () => hash(password))

let dummyHash: Promise<string> | undefined

/** Takes the same time if there is no such user (`stored` is undefined). Call it within the queue. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  dummyHash ??= hash('nobody has this password')
  // Awaited in either case, because the first call takes time to make the hash.
  const fallback = await dummyHash
  const matches = await verify(stored ?? fallback, password)
  return stored !== undefined && matches
}

/** A new random password without characters that look alike, to be read from a screen and typed on a phone. */
export function readablePassword(): string {
  const characters = 'abcdefghkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  return [part(), part(), part()].join('-')
}
