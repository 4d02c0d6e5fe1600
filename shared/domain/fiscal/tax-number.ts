const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7]

/**
 * Reads a Romanian tax number whose last digit is right, as people write it: `ro 123 456 74`, `CUI: RO-12345674`.
 * @returns its digits, after RO if it has it; undefined if it is none
 */
export function readTaxNumber(text: string): string | undefined {
  const plain = text.replaceAll(/[\s.]/g, '').toUpperCase()
  const [, country = '', digits = ''] = /^(?:(?:CUI|CIF)[-:]?)?(?:(RO)-?)?([1-9]\d{1,9})$/.exec(plain) ?? []
  const [check = 0, ...others] = [...digits].reverse().map(Number)
  const sum = others.reduce((all, digit, i) => all + digit * (WEIGHTS[i] ?? 0), 0)
  return digits && ((sum * 10) % 11) % 10 === check ? country + digits : undefined
}
