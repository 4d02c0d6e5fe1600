import type { Reader } from '#server/db/index.ts'
import { MAX_USERNAME } from '#shared/contracts/accounts.ts'
import { cleanUsername } from '#shared/domain/text.ts'
import { findUser, listUnusualKeys, type UserRow } from './repo.ts'

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
