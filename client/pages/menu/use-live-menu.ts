import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MENU_SPREAD_MS } from '#shared/domain/timing.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { useRefreshMenu } from '../../features/menu/index.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { spreadOut } from './spread-out.ts'

const loadLive = importWithRetry(() => import('../../lib/live/live.ts'))

/** Follows what the kitchen changes: opens the live channel once the page is idle, and fetches anew what changed. */
export function useLiveMenu(): void {
  const refreshMenu = useRefreshMenu()
  const client = useQueryClient()
  useEffect(() => {
    let leave: (() => void) | undefined
    let gone = false
    // Every phone in the restaurant hears of it in the same moment.
    const { ask: menuChanged, cancel } = spreadOut(MENU_SPREAD_MS, () => void refreshMenu())
    const refreshSettings = () => void refetchNow(client, settingsKey)
    const notNow = whenIdle(() => {
      void loadLive().then(({ followLive }) => {
        if (gone) return
        leave = followLive({
          MENU_CHANGED: menuChanged,
          SETTINGS_CHANGED: refreshSettings,
          // The page has missed what changed while it had no connection.
          opened: () => {
            void refreshMenu()
            refreshSettings()
          },
        })
      })
    })
    return () => {
      gone = true
      cancel()
      notNow()
      leave?.()
    }
  }, [refreshMenu, client])
}
