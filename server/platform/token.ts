import { createHash, randomBytes } from 'node:crypto'

/** A random text that nobody can guess. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a token: nobody who reads the database can act with it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
