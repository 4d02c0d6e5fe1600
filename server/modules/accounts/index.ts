/** People who sign in: owners and staff, their sessions and the limits on guessing. */
export { hasSession } from './cookies.ts'
export { sharedSecret } from './repo.ts'
export { accountRoutes } from './routes.ts'
export { ensureOwner, forgetExpired, ownersAmong, registerUser } from './service.ts'
export { startSession } from './sessions.ts'
export { SIGNED_OUT_TOPIC } from './topic.ts'
export { knowViewers } from './viewer.ts'
