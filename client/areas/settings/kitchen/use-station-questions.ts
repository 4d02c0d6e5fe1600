import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { type Station, stationIdOf } from '#shared/domain/stations.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { useCategories } from '../../menu/owner.ts'

/** A change of the stations that gives categories to another one, while it is to be confirmed. */
export interface StationQuestion {
  title: string
  description: string[]
  confirm: string
  isRemoval: boolean
  /** The stations after the change. */
  after: readonly Station[]
}

/** What to ask before a change of these stations, and what the categories of each are. */
export function useStationQuestions(stations: readonly Station[]) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: categories } = useCategories(stations.length > 1)
  const namesOf = (isMeant: (stationId: number | null) => boolean) =>
    categories
      ?.filter(({ stationId = null }) => isMeant(stationId))
      .map((category) => nameIn(language, category))
      .join(', ')
  /** The names of a station's categories; undefined until they are known. */
  const categoriesOf = (id: Station['id']) => namesOf((stationId) => stationIdOf(stations, stationId) === id)
  return {
    categoriesOf,
    removal(station: Station): StationQuestion {
      const after = stations.filter(({ id }) => id !== station.id)
      const first = after[0] ? nameIn(language, after[0]) : ''
      const given = categoriesOf(station.id)
      const gives = given === undefined ? 'removeGivesAll' : given ? 'removeGives' : 'removeGivesNothing'
      return {
        title: t('settings.kitchen.removeTitle', { name: nameIn(language, station) }),
        description: [
          t(`settings.kitchen.${gives}`, { first, categories: given }),
          t('settings.kitchen.removeOrders', { first }),
        ],
        confirm: t('settings.kitchen.removeConfirm'),
        isRemoval: true,
        after,
      }
    },
    /** Null if every category keeps its station: null and unknown ids mean the first one, whichever that is. */
    reordering(after: readonly Station[]): StationQuestion | null {
      const first = after[0]
      const given = namesOf((stationId) => stationIdOf(after, stationId) !== stationIdOf(stations, stationId))
      if (!first || !given) return null
      const name = nameIn(language, first)
      return {
        title: t('settings.kitchen.firstTitle', { name }),
        description: [t('settings.kitchen.firstGives', { name, categories: given })],
        confirm: t('settings.kitchen.firstConfirm'),
        isRemoval: false,
        after,
      }
    },
  }
}
