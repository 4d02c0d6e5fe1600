import { useMemo } from 'react'
import { create } from 'zustand'
import { DEFAULT_STATIONS, type Station, stationIdOf } from '#shared/domain/stations.ts'
import { stored } from '../../lib/browser/storage.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import type { IsMine } from './cards/known.ts'

const storedChoice = stored<number[]>('kitchen-stations', 1, (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : undefined,
)

const useChoice = create<{ ids: readonly number[] }>(() => ({ ids: storedChoice.read() ?? [] }))

/** Reads what the device has stored. Call it when the screen opens. */
export function readStations(): void {
  useChoice.setState({ ids: storedChoice.read() ?? [] })
}

interface Stations {
  all: readonly Station[]
  /** Ids of the stations that this device shows; at least one. */
  chosen: readonly number[]
  /** Whether a line belongs to one of them; the same function until the choice changes. */
  isMine: IsMine
  /** Adds or removes a station; the last one stays. */
  toggle: (id: number) => void
}

/** The stations that this device shows (docs/product/kitchen.md#kitchen-stations); the first one at first. */
export function useStations(): Stations {
  const { stations } = useSettings()
  const ids = useChoice((choice) => choice.ids)
  return useMemo(() => {
    const all = stations?.length ? stations : DEFAULT_STATIONS
    const known = all.map(({ id }) => id).filter((id) => ids.includes(id))
    const chosen = known.length > 0 ? known : all.slice(0, 1).map(({ id }) => id)
    return {
      all,
      chosen,
      isMine: (line) => chosen.includes(stationIdOf(all, line.stationId ?? null)),
      toggle(id) {
        const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
        if (next.length === 0) return
        storedChoice.write(next)
        useChoice.setState({ ids: next })
      },
    }
  }, [stations, ids])
}
