import { newToken } from '#server/platform/token.ts'

/** Returns a random, unguessable id for a session, a participant or a page. */
export function newRandomId(): string {
  return newToken(18)
}
