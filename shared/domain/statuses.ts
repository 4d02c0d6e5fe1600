/** Every status a catering event can have. */
export const EVENT_STATUSES = ['draft', 'pending', 'confirmed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Whether the customer has not decided yet: only then does a proposal expire, and can be deleted. */
export function isOpenEvent(status: EventStatus): boolean {
  return status === 'draft' || status === 'pending'
}

/** Every status a shared session can have; only an active one can be changed. */
export const SESSION_STATUSES = ['active', 'completed', 'cancelled'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** Every status a table can have. */
export const TABLE_STATUSES = ['available', 'occupied', 'reserved'] as const
