import { stored } from '../../lib/browser/storage.ts'

const mark = stored('signed-in', 1, (value) => value === true || undefined)

/** Whether somebody was signed in when this browser last asked: the menu asks again only then. */
export function wasSignedIn(): boolean {
  return mark.read() === true
}

/** Remembers whether somebody is, for the next visit. */
export function markSignedIn(is: boolean): void {
  if (is) mark.write(true)
  else mark.clear()
}
