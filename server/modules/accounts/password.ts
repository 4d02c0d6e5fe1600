import { hash, verify } from '@node-rs/argon2'

// Parameters: the library's own argon2id defaults (19 MiB, 2 passes), which are OWASP's first choice.
export const hashPassword = (password: string): Promise<string> => hash(password)

let nobodys: Promise<string> | undefined

/** Whether the password is this user's. Takes the same time if there is no such user. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobodys ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await nobodys), password)
  return stored !== undefined && matches
}
