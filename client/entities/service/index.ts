/* State of the restaurant's own equipment that several features show: WhatsApp, and the checks before service. */
export { beforeServiceKey, serviceKey, useBeforeService, useWhatsapp, whatsappQuery } from './service.ts'
