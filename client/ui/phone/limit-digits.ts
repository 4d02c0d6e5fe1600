/**
 * The phone input takes at most 15 digits (docs/product.md#checkout-phone-input); signs and spaces between them stay.
 */
const MAX_PHONE_DIGITS = 15

export function limitDigits(typed: string): string {
  let digits = 0
  return [...typed].filter((sign) => !/\d/.test(sign) || ++digits <= MAX_PHONE_DIGITS).join('')
}
