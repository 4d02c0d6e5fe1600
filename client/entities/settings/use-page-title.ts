import { useEffect } from 'react'
import { useSettings } from './settings.ts'

/** Sets the document title: the page's title, then the restaurant's name or "Masa". */
export function usePageTitle(title?: string): void {
  const { restaurantName } = useSettings()
  const siteName = restaurantName || 'Masa'
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName
  }, [title, siteName])
}
