/** The shared table: one cart for all phones at a table, ordered once. */
export { endExpired, forgetEnded } from './end.ts'
export { liveSessions } from './live.ts'
export { sharedSessionRoutes } from './routes.ts'
export { PRESENCE_EVERY_MS } from './rules.ts'
export { SESSION_TOPIC } from './topic.ts'
