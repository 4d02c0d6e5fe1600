/** Notifications: the owner is told of new orders on WhatsApp, from an outbox (docs/decisions/019-whatsapp-outbox.md). */
export { notificationsArea } from './area.ts'
export { followSettings, readWhatsapp } from './queue-state.ts'
export { enqueueOrderSql } from './repo.ts'
