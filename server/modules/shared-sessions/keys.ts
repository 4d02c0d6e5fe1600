import { randomBytes } from 'node:crypto'

/** A name that nobody can guess, for a session, a participant or a page. */
export function newKey(): string {
  return randomBytes(18).toString('base64url')
}
