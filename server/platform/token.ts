import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random token, base64url-encoded. @param bytes of randomness */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The hash that is stored instead of a token, so that nobody who reads the database can use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares a text with a secret in constant time. */
export function isSameSecret(candidate: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(candidate)), Buffer.from(tokenHash(secret)))
}
