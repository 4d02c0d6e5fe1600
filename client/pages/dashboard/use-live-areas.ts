import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChangedArea } from '#shared/contracts/live.ts'
import { serviceKey } from '../../entities/service/index.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { eventsKey } from '../../features/catering/index.ts'
import { customersKey } from '../../features/customers/index.ts'
import { ownersMenuKeys } from '../../features/menu-editor/index.ts'
import { promotionsKey } from '../../features/promotion-editor/index.ts'
import { sessionsKey, tablesKey } from '../../features/table-editor/index.ts'
import { usersKey } from '../../features/users/index.ts'
import { type FrameOf, followLive } from '../../lib/live.ts'
import { refetchChanged } from '../../lib/refetch.ts'
import { whenIdle } from '../../lib/when-idle.ts'

/** What is fetched again when an area has changed (docs/product.md#live-changed); a tab that is closed does so later. */
const KEYS: Record<ChangedArea, QueryKey> = {
  users: usersKey,
  customers: customersKey,
  events: eventsKey,
  tables: tablesKey,
  sessions: sessionsKey,
  promotions: promotionsKey,
  service: serviceKey,
}

/** Takes over what another device changed, also while this page had no connection. */
export function useLiveAreas(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = (queryKey: QueryKey) => void refetchChanged(queryClient, queryKey)
    // What must be right before service is partly a matter of the settings and of the menu.
    const settingsChanged = () => [settingsKey, serviceKey].forEach(refetch)
    const menuChanged = () => [...ownersMenuKeys, serviceKey].forEach(refetch)
    const areaChanged = ({ payload: { area } }: FrameOf<'CHANGED'>) => {
      refetch(KEYS[area])
    }
    const refetchAll = () => {
      for (const key of [settingsKey, ...ownersMenuKeys, ...Object.values(KEYS)]) refetch(key)
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
