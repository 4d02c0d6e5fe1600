import { phoneDigits } from '#shared/domain/phone.ts'

/** Ten SMS parts of 67 characters, the length with Romanian letters; phones send longer text as a picture message. */
export const SMS_MAX = 670

/**
 * The text of a message, one part per line (docs/product.md#board-sms). If it would be longer than `SMS_MAX`, the last
 * dishes are left out.
 * @param more the line that says how many dishes are left out
 */
export function smsText(
  head: readonly string[],
  dishes: readonly string[],
  tail: readonly string[],
  more: (count: number) => string,
): string {
  const upTo = (shown: number) => {
    const left = dishes.length - shown
    return [...head, ...dishes.slice(0, shown), ...(left > 0 ? [more(left)] : []), ...tail].join('\n')
  }
  let shown = dishes.length
  while (shown > 0 && upTo(shown).length > SMS_MAX) shown -= 1
  return upTo(shown)
}

/**
 * The link that opens a text message to a customer with its words filled in, on Android and on iPhones (RFC 5724; the
 * "&" before the body is for iPhones).
 * @param phoneNumber as stored: the digits of E.164, or what the guest typed where no number could be read from it
 * @param and the word that stands for "&", in the language of the message
 */
export function smsLink(phoneNumber: string, body: string, and: string): string {
  const digits = phoneDigits(phoneNumber)
  const number = digits ? `+${digits}` : phoneNumber.replace(/\D/g, '')
  return `sms:${number}?&body=${encodeURIComponent(readableTwice(body, and))}`
}

/** Android's own messages decode a link twice: "&" would end the text, "%" break it, and "+" turn into a space. */
function readableTwice(text: string, and: string): string {
  return (
    text
      .replace(/\+(?=\d)/g, '00')
      .replace(/[^\S\n]*[&+](?:[&+]|[^\S\n])*/g, (_, at: number, whole: string) =>
        at === 0 || whole[at - 1] === '\n' ? `${and} ` : ` ${and} `,
      )
      .replaceAll('%', '％')
      // Half of a character cannot be encoded.
      .replace(/\p{Surrogate}/gu, '')
  )
}
