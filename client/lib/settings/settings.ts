import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react'
import type { getHours, Hours } from '#shared/contracts/hours.ts'
import type { getSettings, Settings } from '#shared/contracts/settings.ts'
import { formatMoney, type MoneyParts, moneyParts } from '#shared/domain/money.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { callApi } from '../api/api.ts'
import { followDefaultLanguage } from '../words/load-words.ts'

export const settingsKey = ['/api/settings'] as const

export const settingsQuery = {
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof getSettings>('GET /api/settings', { signal }),
}

const SettingsContext = createContext<Settings | undefined>(undefined)

/** Follows the restaurant's settings for all components within: a page has hundreds that read them. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  return createElement(SettingsContext, { value: useQuery(settingsQuery).data }, children)
}

/** The restaurant's settings; undefined until they are loaded. */
export const useLoadedSettings = (): Settings | undefined => useContext(SettingsContext)

/** The restaurant's settings; the defaults until they are loaded. */
export const useSettings = (): Settings => useLoadedSettings() ?? DEFAULT_SETTINGS

/** Minor units in the restaurant's currency: as text, or in parts to style the unit by itself. */
export function useMoney(): { format: (minor: number) => string; inParts: (minor: number) => MoneyParts } {
  const { currency } = useSettings()
  return { format: (minor) => formatMoney(minor, currency), inParts: (minor) => moneyParts(minor, currency) }
}

/** Uses the restaurant's language unless a language was chosen in this browser. */
export function useRestaurantLanguage(): void {
  const language = useLoadedSettings()?.language
  useEffect(() => {
    if (language) void followDefaultLanguage(language)
  }, [language])
}

/** Sets the document title: the page's title, then the restaurant's name or "Masa". */
export function usePageTitle(title?: string): void {
  const { restaurantName } = useSettings()
  const siteName = restaurantName || 'Masa'
  useDocumentTitle(title ? `${title} · ${siteName}` : siteName)
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

export const hoursKey = ['/api/hours'] as const

export const hoursQuery = {
  queryKey: hoursKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof getHours>('GET /api/hours', { signal }),
}

/** Whether guests can order now, as far as the hours are concerned. */
export const takesOrders = ({ open, lastOrders }: Hours): boolean => open && !lastOrders

/** Whether the restaurant is open; undefined until that is loaded. */
export function useHours(): Hours | undefined {
  return useQuery(hoursQuery).data
}
