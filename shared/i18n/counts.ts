import type { i18n as I18n } from 'i18next'
import { isLanguage } from '../domain/language.ts'
import { formatNumber } from '../domain/numbers.ts'

/** Makes `{{count, number}}` in a translation read as `formatNumber` writes it. Call it once i18next is initialised. */
export function writeCountsAsNumbers({ services }: I18n): void {
  services.formatter?.add('number', (value: number, language) =>
    formatNumber(value, isLanguage(language) ? language : 'en'),
  )
}
