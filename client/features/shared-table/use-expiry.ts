import i18n from 'i18next'
import { useEffect } from 'react'
import { toast } from '../../ui/toast/store.ts'
import { standUp, useTable } from './table-store.ts'

/** The server ends a session to the second; a phone that hears nothing of it waits this much longer. */
const GRACE_MS = 5_000

/** Ends the session for this phone when its time is up, also where no connection says so. */
export function useExpiry(): void {
  const endsAt = useTable((table) => table.endsAt)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(expire, Math.max(0, endsAt - Date.now()) + GRACE_MS)
    return () => clearTimeout(timer)
  }, [endsAt])
}

function expire(): void {
  standUp('expired')
  toast({ title: i18n.t('sharedTable.expired') })
}
