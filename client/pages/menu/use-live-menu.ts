import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { useRefetchGuestMenu } from '../../features/menu/index.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { spreadOut } from './spread-out.ts'

const loadLive = importWithRetry(() => import('../../lib/live/live.ts'))

/** Opens the live channel once the page is idle, and refetches menu and settings when they change. */
export function useLiveMenu(): void {
  const refetchMenu = useRefetchGuestMenu()
  const client = useQueryClient()
  useEffect(() => {
    let unfollow: (() => void) | undefined
    let isUnmounted = false
    // All phones in the restaurant receive the change at the same moment.
    const { request: menuChanged, cancel } = spreadOut(MENU_SPREAD_MS, () => void refetchMenu())
    const refetchSettings = () => void refetchNow(client, settingsKey)
    const cancelStart = whenIdle(() => {
      void loadLive().then(({ followLive }) => {
        if (isUnmounted) return
        unfollow = followLive({
          MENU_CHANGED: menuChanged,
          SETTINGS_CHANGED: refetchSettings,
          // Changes may have been missed while there was no connection.
          opened: () => {
            void refetchMenu()
            refetchSettings()
          },
        })
      })
    })
    return () => {
      isUnmounted = true
      cancel()
      cancelStart()
      unfollow?.()
    }
  }, [refetchMenu, client])
}
