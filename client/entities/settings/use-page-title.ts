import { useEffect } from 'react'
import { useSettings } from './settings.ts'

/** The browser's title: the page, then the restaurant (or Masa). */
export function usePageTitle(title?: string): void {
  const { restaurantName } = useSettings()
  const house = restaurantName || 'Masa'
  useEffect(() => {
    document.title = title ? `${title} · ${house}` : house
  }, [title, house])
}
