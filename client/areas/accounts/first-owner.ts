import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getSetup } from '#shared/contracts/accounts.ts'
import { isLanguage } from '#shared/domain/language.ts'
import { callApi } from '../../lib/api/api.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { followDefaultLanguage } from '../../lib/words/load-words.ts'

export const setupKey = ['/api/setup'] as const

/**
 * Whether there is no owner yet, so that registering creates the first one; undefined until fetched, false if that
 * fails. Only an owner can name the restaurant: pages of one with a name may skip the request with `isAsked`. While
 * there is none, nobody has chosen the restaurant's language, and the page is in the browser's.
 */
export function useNeedsOwner(isAsked = true): boolean | undefined {
  const { data, isPending } = useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => callApi<typeof getSetup>('GET /api/setup', { signal }),
    // Somebody may have become the owner since the last fetch.
    staleTime: 0,
    enabled: isAsked,
  })
  const needsOwner = isAsked && (data?.needsOwner ?? false)
  const { language } = useSettings()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each change to the restaurant's language.
  useEffect(() => {
    const browserLanguage = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
    if (needsOwner && browserLanguage) void followDefaultLanguage(browserLanguage)
  }, [needsOwner, language])
  return isAsked && isPending ? undefined : needsOwner
}

/** Whether anybody may register; true until that is fetched. */
export function useMayRegister(): boolean {
  const { data } = useQuery({
    queryKey: setupKey,
    queryFn: ({ signal }) => callApi<typeof getSetup>('GET /api/setup', { signal }),
  })
  return data?.registration ?? true
}
