import { RequestError } from './request-error.ts'

/**
 * Whether the server responds that nobody is signed in. A 401 without the server's kind of body is from something
 * between, such as a proxy, and says nothing about the login session.
 */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.serverMessage !== undefined
}
