import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CHANGED_AREAS } from '#shared/contracts/live.ts'
import { serviceKey } from '../../entities/service/index.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { ownersMenuKeys } from '../../features/menu-editor/index.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { refetchChanged } from '../../lib/api/refetch.ts'
import { type FrameOf, followLive } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'

/**
 * Takes over what another device changed, also while this page had no connection (docs/product.md#live-changed). What a
 * closed tab shows is fetched again when it is opened.
 */
export function useLiveAreas(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: QueryKey) => void refetchChanged(queryClient, queryKey)
    // What must be right before service is partly a matter of the settings and of the menu.
    const settingsChanged = () => [settingsKey, serviceKey].forEach(refetch)
    const menuChanged = () => [...ownersMenuKeys, serviceKey].forEach(refetch)
    const areaChanged = ({ payload: { area } }: FrameOf<'CHANGED'>) => {
      refetch(areaKey(area))
    }
    const refetchAll = () => {
      for (const key of [settingsKey, ...ownersMenuKeys, ...CHANGED_AREAS.map(areaKey)]) refetch(key)
    }
    let stopWaiting = () => {}
    // When the page is idle: what it has just fetched is being drawn.
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
