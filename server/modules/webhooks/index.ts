/** Webhooks: events for other programs, by Standard Webhooks. */
export { shownWebhooks } from './service.ts'
