/**
 * The phone input accepts at most 15 digits (docs/product/checkout.md#checkout-phone-input); other characters stay.
 */
const MAX_PHONE_DIGITS = 15

/** The text without the digits after the fifteenth. */
export function limitDigits(text: string): string {
  let digits = 0
  return [...text].filter((character) => !/\d/.test(character) || ++digits <= MAX_PHONE_DIGITS).join('')
}
