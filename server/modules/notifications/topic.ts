/** Announced when a message is queued (with the order's id, if it is about an order) or the next message may be due earlier. */
export const WHATSAPP_TOPIC = 'whatsapp'
