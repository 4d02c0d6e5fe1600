import { newToken } from '#server/platform/token.ts'

/** A key that nobody can guess, for a session, a participant or a page. */
export function newKey(): string {
  return newToken(18)
}
