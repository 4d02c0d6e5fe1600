import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random text that nobody can guess. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a token: nobody who reads the database can act with it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Whether a given text is the secret; it takes the same time however much of the text is right. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(secret)))
}
