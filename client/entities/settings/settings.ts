import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DEFAULT_SETTINGS, getSettings, type Settings } from '#shared/contracts/settings.ts'
import { formatMoney, type MoneyParts, moneyParts } from '#shared/domain/money.ts'
import { callApi } from '../../lib/api/api.ts'
import { followDefaultLanguage } from '../../lib/words/language.ts'

export const settingsKey = [getSettings.path] as const

/** How the settings are asked for. */
export const settingsQuery = {
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSettings, { signal }),
}

/** The restaurant's settings; the defaults until they are loaded. Every area shows money and times by them. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? DEFAULT_SETTINGS
}

/** Money in the restaurant's currency: as text, and in parts for pages that style the unit apart. */
export function useMoney(): { format: (minor: number) => string; inParts: (minor: number) => MoneyParts } {
  const { currency } = useSettings()
  return { format: (minor) => formatMoney(minor, currency), inParts: (minor) => moneyParts(minor, currency) }
}

/** Speaks the restaurant's language as long as this browser's person chose none. */
export function useRestaurantLanguage(): void {
  const language = useQuery(settingsQuery).data?.language
  useEffect(() => {
    if (language) followDefaultLanguage(language)
  }, [language])
}
