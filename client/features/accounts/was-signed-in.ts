import { stored } from '../../lib/browser/storage.ts'

const storedMark = stored('signed-in', 1, (value) => value === true || undefined)

/** Whether somebody was signed in at this browser's last check; if not, the menu does not check again. */
export function wasSignedIn(): boolean {
  return storedMark.read() === true
}

/** Stores whether somebody is signed in, for the next visit. */
export function markSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) storedMark.write(true)
  else storedMark.clear()
}
