import type { Settings } from '#shared/contracts/settings.ts'
import type { Promised } from '#shared/contracts/tables.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { reservationText } from '#shared/domain/table.ts'
import { t } from '../../ui/translation.ts'
import { queryClient } from '../api/query.ts'
import { settingsKey } from './settings.ts'

/** Tells who seats, moves or orders at a table who is to come there within the stay; undefined if nobody is. */
export function promisedText(promised: Promised | undefined): string | undefined {
  if (!promised) return undefined
  const { timeZone } = queryClient.getQueryData<Settings>(settingsKey) ?? DEFAULT_SETTINGS
  return t('reservations.promised', { who: reservationText(promised, timeZone) })
}
