/** An account of the WhatsApp Business Cloud API (docs/running.md). */
export interface WhatsappAccount {
  /** Without a slash at its end. */
  apiUrl: string
  token: string
  phoneNumberId: string
  /** The approved template for one order, and that for several. */
  template: string
  templateMany: string
  /** That of both templates: en or ro, perhaps with a country. */
  language: string
  /** How many messages about orders it may send in a business day; it is paid for each. */
  dailyLimit: number
}
