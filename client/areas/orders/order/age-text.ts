import type { TFunction } from 'i18next'
import { splitMinutes } from './order-age.ts'

/** A time of whole minutes in words, such as "1 h 5 min"; "just now" for none. */
export function ageText(t: TFunction, age: number): string {
  const { days, hours, minutes } = splitMinutes(age)
  if (days > 0) return t('orders.days', { days, hours })
  if (hours > 0) return t('orders.hours', { hours, minutes })
  return minutes > 0 ? t('orders.minutes', { minutes }) : t('orders.justNow')
}
