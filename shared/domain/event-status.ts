/** Every status a catering event can have (docs/glossary.md). */
export const EVENT_STATUSES = ['draft', 'pending', 'confirmed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]
