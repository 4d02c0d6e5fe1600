import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRefreshMenu } from '../../features/menu/index.ts'
import { settingsKey } from '../../lib/settings.ts'
import { whenIdle } from '../../lib/when-idle.ts'

/** Follows what the kitchen changes: opens the live channel once the page is idle, and fetches anew what changed. */
export function useLiveMenu(): void {
  const refreshMenu = useRefreshMenu()
  const client = useQueryClient()
  useEffect(() => {
    let leave: (() => void) | undefined
    let gone = false
    const menuChanged = () => void refreshMenu()
    const refreshSettings = () => void client.invalidateQueries({ queryKey: settingsKey })
    const notNow = whenIdle(() => {
      void import('../../lib/live.ts').then(({ followLive }) => {
        if (gone) return
        let before = false
        leave = followLive({
          MENU_CHANGED: menuChanged,
          SETTINGS_CHANGED: refreshSettings,
          // What changed while the line was cut was told to nobody; at the first opening all is fresh.
          opened: () => {
            if (before) {
              void refreshMenu()
              refreshSettings()
            }
            before = true
          },
        })
      })
    })
    return () => {
      gone = true
      notNow()
      leave?.()
    }
  }, [refreshMenu, client])
}
