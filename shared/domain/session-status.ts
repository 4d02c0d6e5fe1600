/** Every status a shared session can have; only an active one can be changed. */
export const SESSION_STATUSES = ['active', 'completed', 'cancelled'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]
