/** Webhooks: events for other programs, by Standard Webhooks. */
export { readWebhooks } from './repo.ts'
