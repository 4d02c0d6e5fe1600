/** People who sign in: owners and staff, their sessions and the limits on guessing. */
export { accountsArea } from './area.ts'
export { hasSession } from './cookies.ts'
export { sharedSecret } from './repo.ts'
export { ensureOwner, registerUser } from './service.ts'
export { startSession } from './sessions.ts'
export { knowViewers } from './viewer.ts'
