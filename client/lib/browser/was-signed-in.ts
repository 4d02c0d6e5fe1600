import type { User } from '#shared/contracts/accounts.ts'
import { stored } from './storage.ts'

const MARKS = [true, 'owner', 'floor', 'kitchen'] as const

/** Other than `true`: index.html then requests what the pages of owners, waiters or cooks show first. */
export const storedMark = stored<(typeof MARKS)[number]>('signed-in', 1, (value) =>
  MARKS.find((mark) => mark === value),
)

/** Whether somebody was signed in at this browser's last check; if not, the menu does not check again. */
export function wasSignedIn(): boolean {
  return storedMark.read() !== undefined
}

/** Stores who is signed in, for the next visit. @param user null if nobody is */
export function markSignedIn(user: Pick<User, 'isOwner' | 'duties'> | null): void {
  if (!user) storedMark.clear()
  // A waiter may read all that a cook may.
  else storedMark.write(user.isOwner ? 'owner' : user.duties.includes('floor') ? 'floor' : (user.duties[0] ?? true))
}
