import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { menuQuery, useRefetchGuestMenu } from '../../areas/menu/index.ts'
import { isServerReachable } from '../../lib/api/api.ts'
import { recordAge, useCachedAnswers } from '../../lib/api/cached-answers.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { hoursKey } from '../../lib/settings/hours.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { spreadOut } from './spread-out.ts'

const loadLive = importWithRetry(() => import('../../lib/live/live.ts'))

/**
 * Opens the live channel once the page is idle, and refetches menu and settings when they change. When the server
 * cannot be reached, it marks the menu as old (docs/product/everywhere.md#everywhere-offline-age).
 */
export function useLiveMenu(): void {
  const refetchMenu = useRefetchGuestMenu()
  const client = useQueryClient()
  const [path] = menuQuery.queryKey
  const isOld = useRef(false)
  isOld.current = path in useCachedAnswers()
  useEffect(() => {
    let unfollow: (() => void) | undefined
    let isUnmounted = false
    // All phones in the restaurant receive the change at the same moment.
    const { request: menuChanged, cancel } = spreadOut(MENU_SPREAD_MS, () => void refetchMenu())
    const refetchSettings = () => {
      for (const key of [settingsKey, hoursKey]) void refetchNow(client, key)
    }
    const markIfLost = async () => {
      if ((await isServerReachable()) || isUnmounted || isOld.current) return
      const receivedAt = client.getQueryState(menuQuery.queryKey)?.dataUpdatedAt
      if (receivedAt) recordAge(path, String(receivedAt))
    }
    addEventListener('offline', markIfLost)
    const cancelStart = whenIdle(() => {
      void loadLive().then(({ followLive, watchLiveStatus }) => {
        if (isUnmounted) return
        const unwatch = watchLiveStatus(({ state }) => {
          if (state === 'offline') void markIfLost()
        })
        const unfollowLive = followLive({
          MENU_CHANGED: menuChanged,
          SETTINGS_CHANGED: refetchSettings,
          // Changes may have been missed while there was no connection.
          opened: () => {
            void refetchMenu()
            refetchSettings()
          },
        })
        unfollow = () => {
          unwatch()
          unfollowLive()
        }
      })
    })
    return () => {
      isUnmounted = true
      cancel()
      removeEventListener('offline', markIfLost)
      cancelStart()
      unfollow?.()
    }
  }, [refetchMenu, client, path])
}
