import i18n from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney, linesTotal } from '#shared/domain/money.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { type ChangeByOthers, changesByOthers } from './engine/shared-cart.ts'
import { tableStore } from './table-store.ts'

/** Changes within this time are announced together: a lively table must not drown a screen reader. */
const TOGETHER_MS = 1_500

/** Lets a screen reader say what others at the table do: who joins, what they change, when everybody is ready. */
export function useReadAloud(announce: (text: string) => void) {
  const { t } = useTranslation()
  const { currency } = useSettings()

  useEffect(() => {
    let gathered: ChangeByOthers[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const readGathered = () => {
      timer = undefined
      const [only] = gathered
      const count = gathered.length
      gathered = []
      if (!only) return
      const total = formatMoney(linesTotal(tableStore.getState().shown.lines), currency)
      announce(count === 1 ? sentence(only) : t('sharedTable.changes', { count, total }))
    }
    const unsubscribe = tableStore.subscribe((state, before) => {
      const { seat, isOpen, shown, view } = state
      if (!seat || !isOpen || !before.isOpen || shown.lines === before.shown.lines) return
      // This phone's own tap: the button itself announces it.
      if ((view?.pending.length ?? 0) > (before.view?.pending.length ?? 0)) return
      gathered.push(...changesByOthers(before.shown.lines, shown.lines, seat.participantId))
      if (gathered.length > 0) timer ??= setTimeout(readGathered, TOGETHER_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [t, currency, announce])

  return useMemo(
    () => ({
      joined: (name: string) => announce(i18n.t('sharedTable.joined', { name })),
      allReady: () => announce(i18n.t('sharedTable.allReady')),
    }),
    [announce],
  )
}

function sentence({ kind, line }: ChangeByOthers): string {
  const words = { name: nameIn(currentLanguage(), line), guest: line.guestName, count: line.quantity }
  return i18n.t(`sharedTable.${kind}`, words)
}
