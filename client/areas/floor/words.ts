import type { TFunction } from 'i18next'
import { withLabel } from '#shared/domain/table-name.ts'
import { ageText } from '../orders/index.ts'

interface Named {
  number: number
  label: string | null
}

/** A table's name: `Table 7 · Terasa 3`. */
export const tableName = (t: TFunction, { number, label }: Named): string =>
  withLabel(t('common.table', { number }), label)

/** A label of this length replaces the number on the tile. */
const SHORT_LABEL = 4

/** What a tile shows large: the table's label if it is as short as a number, such as `T3`, else its number. */
export const shortName = ({ number, label }: Named): string =>
  label !== null && label.length <= SHORT_LABEL ? label : String(number)

/** How long ago something was: `3 min ago`. @param now milliseconds since 1970 */
export function agoText(t: TFunction, at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000))
  return minutes === 0 ? t('floor.justNow') : t('floor.since', { age: ageText(t, minutes) })
}
