import type { Language } from './language.ts'

const FORMATS = {
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }),
  ro: new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 2 }),
}

/**
 * A count or a quantity as text, with two decimals at most: `1 234.5`, in Romanian `1 234,5`. Thousands are separated by
 * a no-break space, so that a point only ever means decimals, as in amounts of money (which `formatMoney` writes).
 */
export function formatNumber(value: number, language: Language): string {
  const parts = FORMATS[language].formatToParts(value)
  return parts.map(({ type, value: part }) => (type === 'group' ? '\u00A0' : part)).join('')
}
