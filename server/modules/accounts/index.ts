/** Users (owners and staff), their login sessions, and the limits on sign-in attempts. */

export { endOfSession, startSession } from './login-sessions.ts'
export { readablePassword } from './passwords.ts'
export { countStaff, hasOwner, hasTables, renewCookieSecret, sharedSecret } from './repo.ts'
export { ensureOwner, ensureStaff, registerUser, replaceOwnersPassword, SERVER } from './users.ts'
export { decorateViewer, hasSession } from './viewer.ts'
