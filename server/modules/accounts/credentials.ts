import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Reader } from '#server/db/index.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { MAX_USERNAME } from '#shared/contracts/accounts.ts'
import { cleanUsername } from '#shared/domain/text.ts'
import { findUser, listUnusualKeys, type UserRow } from './repo.ts'

// Hashing occupies a core for as long as several orders. Two at once leave room for orders on a machine with few cores.
const inTurn = bounded(2, 100, 'passwords')

// Parameters: the library's own argon2id defaults (19 MiB, 2 passes), which are OWASP's first choice.
/** @throws BusyError if too many passwords wait */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

let dummyHash: Promise<string> | undefined

/** Takes the same time without such a user (`stored` is undefined). @throws BusyError if too many passwords wait */
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

/** The key of a new username: equal for names that differ only in case, or in characters that cannot be seen. */
export const usernameKeyOf = (username: string) => typedKeyOf(cleanUsername(username, MAX_USERNAME))

/** The key as older versions stored it, which kept invisible characters. */
const typedKeyOf = (username: string) => username.normalize('NFKC').toLowerCase()

/**
 * Finds the keys of typed usernames. A user of an older version whose name has invisible characters keeps it, and is
 * meant by exactly this name, so that a user whose name looks the same has a key and limits of their own. Such keys are
 * remembered, so that finding a key costs no query; no new ones are made.
 */
export class UsernameKeys {
  #withInvisible: ReadonlySet<string> = new Set()

  async read(db: Reader): Promise<void> {
    this.#withInvisible = new Set((await listUnusualKeys(db)).filter((key) => key !== usernameKeyOf(key)))
  }

  of(username: string): string {
    const typed = typedKeyOf(username)
    return this.#withInvisible.has(typed) ? typed : usernameKeyOf(username)
  }
}

/** Finds a user by a typed name, as `UsernameKeys` does. */
export async function findUserNamed(db: Reader, username: string): Promise<UserRow | undefined> {
  return (await findUser(db, typedKeyOf(username))) ?? (await findUser(db, usernameKeyOf(username)))
}
