import { inputError } from '#server/platform/input-error.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import type { Station } from '#shared/domain/stations.ts'
import type { SettingsRow } from './repo.ts'

/** Whether a change of the stations removes one: its categories then go to the first (`moveCategoriesToFirst`). */
export function isStationRemoved(before: readonly Station[], after: readonly Station[]): boolean {
  return before.some((station) => !after.some(({ id }) => id === station.id))
}

/**
 * The stations after a change; a new one gets an id that no station ever had. Undefined if the change has none.
 * @throws InputError for an id that no station has
 */
export function changedStations(
  before: Pick<SettingsRow, 'stations' | 'lastStationId'>,
  sent: SettingsChange['stations'],
): Pick<SettingsRow, 'stations' | 'lastStationId'> | undefined {
  if (!sent) return undefined
  let { lastStationId } = before
  const stations = sent.map(({ id, name, nameRo }, i) => {
    const isKnown = before.stations.some((station) => station.id === id)
    if (id !== undefined && !isKnown) throw inputError(`stations.${i}.id`, 'validation.wrong')
    return { id: id ?? ++lastStationId, name, nameRo }
  })
  return { stations, lastStationId }
}
