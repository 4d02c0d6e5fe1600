import type { User } from '#shared/contracts/accounts.ts'
import { stored } from './storage.ts'

/** `owner`: index.html then requests the orders with the dashboard. */
const storedMark = stored<true | 'owner'>('signed-in', 1, (value) =>
  value === true || value === 'owner' ? value : undefined,
)

/** Whether somebody was signed in at this browser's last check; if not, the menu does not check again. */
export function wasSignedIn(): boolean {
  return storedMark.read() !== undefined
}

/** Stores who is signed in, for the next visit. @param user null if nobody is */
export function markSignedIn(user: Pick<User, 'isOwner'> | null): void {
  if (user) storedMark.write(user.isOwner ? 'owner' : true)
  else storedMark.clear()
}
