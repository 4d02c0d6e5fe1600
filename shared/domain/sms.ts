import { PLACEHOLDER_PHONE } from './dining.ts'
import { phoneDigits } from './phone.ts'

/** Whether there is somebody to call: waiters and shared tables order with a number that is nobody's. */
export function isReachable(phoneNumber: string): boolean {
  return phoneNumber !== PLACEHOLDER_PHONE
}

/**
 * The link that opens a text message to a customer with its words filled in (RFC 5724).
 * @param phoneNumber as stored: the digits of E.164, or what the guest typed where no number could be read from it
 */
export function smsLink(phoneNumber: string, body: string): string {
  const digits = phoneDigits(phoneNumber)
  const number = digits ? `+${digits}` : phoneNumber.replace(/\D/g, '')
  return `sms:${number}?body=${encodeURIComponent(body)}`
}
