import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/contracts/settings.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { PrintKind } from '#shared/domain/printing/print-kinds.ts'
import { namedStation } from '#shared/domain/stations.ts'
import { useLanguage } from '../../lib/words/use-language.ts'

/** Returns a function that names a kind of document, with the station of a ticket where there are several. */
export function useTicketKind({ stations = [] }: Settings) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (printKind: PrintKind, stationId: number | null = null): string => {
    const kind = t(`printing.kinds.${printKind}`)
    const station = namedStation(stations, stationId)
    return station ? t('printing.atStation', { kind, station: nameIn(language, station) }) : kind
  }
}
