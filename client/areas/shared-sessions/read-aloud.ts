import i18n from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney, linesTotal } from '#shared/domain/money.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { type ChangeByOthers, changesByOthers } from './engine/shared-cart.ts'
import { tableStore } from './table-store.ts'

/** Changes within this time are announced together, so that a busy table does not flood a screen reader. */
const GROUPING_MS = 1_500

/**
 * Announces to a screen reader what other guests do: the cart changes by itself, joining and readiness through the
 * callbacks it returns.
 */
export function useTableAnnouncements(announce: (text: string) => void) {
  const { t } = useTranslation()
  const { currency } = useSettings()

  useEffect(() => {
    let changes: ChangeByOthers[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const announceChanges = () => {
      timer = undefined
      const [first] = changes
      const count = changes.length
      changes = []
      if (!first) return
      const total = formatMoney(linesTotal(tableStore.getState().shown.lines), currency)
      announce(count === 1 ? announcementOf(first) : t('sharedTable.changes', { count, total }))
    }
    const unsubscribe = tableStore.subscribe((state, previous) => {
      const { seat, canChange, shown, tableState } = state
      if (!seat || !canChange || !previous.canChange || shown.lines === previous.shown.lines) return
      // The button that was tapped announces this phone's own changes.
      if ((tableState?.pending.length ?? 0) > (previous.tableState?.pending.length ?? 0)) return
      changes.push(...changesByOthers(previous.shown.lines, shown.lines, seat.participantId))
      if (changes.length > 0) timer ??= setTimeout(announceChanges, GROUPING_MS)
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

function announcementOf({ kind, line }: ChangeByOthers): string {
  const values = { name: nameIn(currentLanguage(), line), guest: line.guestName, count: line.quantity }
  return i18n.t(`sharedTable.${kind}`, values)
}
