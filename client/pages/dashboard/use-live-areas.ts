import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CHANGED_AREAS } from '#shared/contracts/live.ts'
import { ownersMenuKeys } from '../../areas/menu-editor/index.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { type FrameOf, followLive } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { serviceKey } from '../../lib/service/service.ts'
import { settingsKey } from '../../lib/settings/settings.ts'

/**
 * Refetches what another device has changed, also after a reconnect (docs/product/live-channel.md#live-changed). Data
 * of a closed tab is refetched when the tab is opened.
 */
export function useLiveAreas(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: QueryKey) => void refetchChanged(queryClient, queryKey)
    // The checks before service depend on the settings and on the menu.
    const settingsChanged = () => [settingsKey, serviceKey].forEach(refetch)
    const menuChanged = () => [...ownersMenuKeys, serviceKey].forEach(refetch)
    const areaChanged = ({ payload: { area } }: FrameOf<'CHANGED'>) => {
      refetch(areaKey(area))
      // The checks before service and the first steps count the tables.
      if (area === 'tables') refetch(serviceKey)
    }
    const refetchAll = () => {
      for (const key of [settingsKey, ...ownersMenuKeys, ...CHANGED_AREAS.map(areaKey)]) refetch(key)
    }
    let stopWaiting = () => {}
    // Deferred, because the page may be rendering what it has just loaded.
    const opened = () => {
      stopWaiting()
      stopWaiting = whenIdle(refetchAll)
    }
    const unfollow = followLive({
      opened,
      SETTINGS_CHANGED: settingsChanged,
      MENU_CHANGED: menuChanged,
      CHANGED: areaChanged,
    })
    return () => {
      stopWaiting()
      unfollow()
    }
  }, [queryClient])
}
