/** The topic of something new to tell the owner. */
export const WHATSAPP_TOPIC = 'whatsapp'
