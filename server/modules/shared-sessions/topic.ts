/**
 * Topic of the announcement that a shared session changed. Database triggers on the menu announce it too
 * (triggers.sql).
 */
export const SESSION_TOPIC = 'session'
