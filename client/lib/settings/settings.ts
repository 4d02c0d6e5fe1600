import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react'
import type { getHours, Hours } from '#shared/contracts/hours.ts'
import type { getSettings, Settings } from '#shared/contracts/settings.ts'
import { formatMoney, type MoneyParts, moneyParts } from '#shared/domain/money.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { useLanguage } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { followDefaultLanguage } from '../words/load-words.ts'

export const settingsKey = ['/api/settings'] as const

export const settingsQuery = {
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof getSettings>('GET /api/settings', { signal }),
}

const SettingsContext = createContext<Settings | undefined>(undefined)

/** The restaurant's currency, time zone and language; components read them as they are, like the page's language. */
export let { currency, timeZone, language: restaurantLanguage } = DEFAULT_SETTINGS

/** Follows the restaurant's settings for all components within: a page has hundreds that read them. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const settings = useQuery(settingsQuery).data
  ;({ currency, timeZone, language: restaurantLanguage } = settings ?? DEFAULT_SETTINGS)
  return createElement(SettingsContext, { value: settings }, children)
}

/**
 * Renders a component again when the language, the currency or the time zone changes, which others read without following
 * them: on guests' pages the roots and what is memoized; staff's are made anew. @returns a key of the three
 */
export function usePlace(): string {
  useSettings()
  return `${useLanguage()} ${currency} ${timeZone}`
}

/** The restaurant's settings; undefined until they are loaded. */
export const useLoadedSettings = (): Settings | undefined => useContext(SettingsContext)

/** The restaurant's settings; the defaults until they are loaded. */
export const useSettings = (): Settings => useLoadedSettings() ?? DEFAULT_SETTINGS

/** Minor units in the restaurant's currency. */
export const money = (minor: number): string => formatMoney(minor, currency)
/** The same in parts, to style the unit by itself. */
export const inParts = (minor: number): MoneyParts => moneyParts(minor, currency)

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
