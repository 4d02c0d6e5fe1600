/** Users (owners and staff), their login sessions, and the limits on sign-in attempts. */
export { hasSession } from './cookies.ts'
export { endOfSession, startSession } from './login-sessions.ts'
export { readablePassword } from './password.ts'
export { hasOwner, hasTables, renewCookieSecret, sharedSecret } from './repo.ts'
export { ensureOwner, ensureStaff, registerUser, SERVER } from './service.ts'
export { replaceOwnersPassword } from './users.ts'
export { decorateViewer } from './viewer.ts'
