const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7]

/** Whether a text is a Romanian tax number, with RO or without, whose last digit is right; spaces do not count. */
export function isTaxNumber(text: string): boolean {
  const digits = /^(?:RO)?([1-9]\d{1,9})$/i.exec(text.replaceAll(' ', ''))?.[1]
  if (digits === undefined) return false
  const [check = 0, ...others] = [...digits].reverse().map(Number)
  const sum = others.reduce((all, digit, i) => all + digit * (WEIGHTS[i] ?? 0), 0)
  return ((sum * 10) % 11) % 10 === check
}
