import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { isAtStations } from '#shared/domain/stations.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ToggleChips } from '../../ui/inputs/toggle-chips.tsx'
import { setThisDevice, useThisDevice } from './this-device.ts'

/** The stations whose tickets this device prints by itself (docs/product/tickets-and-receipts.md#receipts-stations). */
export function StationChoice() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { stations = [] } = useSettings()
  const { stations: stored } = useThisDevice()
  const [first] = stations
  if (!first || stations.length < 2) return null
  const ids = stations.map(({ id }) => id)
  const chosen = stored === null ? ids : ids.filter((id) => isAtStations(stations, stored, id))
  const choose = (values: string[]) => {
    const left = ids.filter((id) => values.includes(String(id)))
    // A device that prints nothing is switched off above.
    if (left.length > 0) setThisDevice({ stations: left.length === ids.length ? null : left })
  }
  return (
    <div className="mt-4 flex flex-col gap-2">
      <ToggleChips
        legend={t('printing.stations.legend')}
        options={stations.map((station) => ({ value: String(station.id), label: nameIn(language, station) }))}
        value={chosen.map(String)}
        onChange={choose}
        tone="ink"
      />
      <p className="text-sm text-muted">{t('printing.stations.hint')}</p>
      {stored?.some((id) => !ids.includes(id)) && (
        <p className="text-sm font-semibold text-cancelled">
          {t('printing.stations.removed', { station: nameIn(language, first) })}
        </p>
      )}
    </div>
  )
}
