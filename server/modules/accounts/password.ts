import { hash, verify } from '@node-rs/argon2'
import { bounded } from '#server/platform/limits/bounded.ts'

// Each takes a core for as long as several orders. Two at once leave room for the orders on a machine with few cores.
const inTurn = bounded(2, 100)

// Parameters: the library's own argon2id defaults (19 MiB, 2 passes), which are OWASP's first choice.
/** @throws Busy when too many passwords wait for their turn */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

let nobodys: Promise<string> | undefined

/**
 * Whether the password is this user's. Takes the same time if there is no such user.
 * @throws Busy when too many passwords wait for their turn
 */
export function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    nobodys ??= hash('nobody has this password')
    // Awaited in either case: making it takes longer the first time.
    const other = await nobodys
    const matches = await verify(stored ?? other, password)
    return stored !== undefined && matches
  })
}
