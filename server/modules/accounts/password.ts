import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { bounded } from '#server/platform/limits/bounded.ts'

// Hashing occupies a core for as long as several orders. Two at once leave room for orders on a machine with few cores.
const inTurn = bounded(2, 100, 'passwords')

// Parameters: the library's own argon2id defaults (19 MiB, 2 passes), which are OWASP's first choice.
/** @throws BusyError if too many passwords wait */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

let dummyHash: Promise<string> | undefined

/**
 * Whether a password matches a stored hash. Takes the same time if there is no such user (`stored` is undefined).
 * @throws BusyError if too many passwords wait
 */
export function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    dummyHash ??= hash('nobody has this password')
    // Awaited in either case, because making it takes time at the first call.
    const fallback = await dummyHash
    const matches = await verify(stored ?? fallback, password)
    return stored !== undefined && matches
  })
}

/** A new random password without characters that look alike, to be read from a screen and typed on a phone. */
export function readablePassword(): string {
  const characters = 'abcdefghkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  return [part(), part(), part()].join('-')
}
