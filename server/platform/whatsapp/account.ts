/** An account of the WhatsApp Business Cloud API (docs/running.md). */
export interface WhatsappAccount {
  /** Base URL without a slash at the end. */
  apiUrl: string
  token: string
  phoneNumberId: string
  /** Names of the approved templates: for one order, and for several. */
  template: string
  templateMany: string
  /** Language of both templates: en or ro, optionally with a country. */
  language: string
  /** Maximum messages about orders in a business day; each of them costs money. */
  dailyLimit: number
}
