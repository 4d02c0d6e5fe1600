/** What several features show of the house itself: WhatsApp, and what must be right before service. */
export { beforeServiceKey, serviceKey, useBeforeService, useWhatsapp, whatsappQuery } from './service.ts'
