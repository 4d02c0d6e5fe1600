/** Notifications: messages to the owner about new orders, sent through WhatsApp from an outbox (docs/decisions/065-outbox-and-paper.md). */
export { applyNotificationSettings, readWhatsapp } from './queue.ts'
export { WHATSAPP_TOPIC } from './repo.ts'
export type { WhatsappAccount } from './whatsapp.ts'
