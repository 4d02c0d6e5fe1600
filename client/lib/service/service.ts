import { useQuery } from '@tanstack/react-query'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import { callApi } from '../api/api.ts'
import { areaKey } from '../api/query.ts'

/** The prefix of the query keys that are refetched on CHANGED `service`. */
export const serviceKey = areaKey('service')

export const whatsappQuery = {
  queryKey: [...serviceKey, getWhatsapp.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getWhatsapp, { signal }),
}

export function useWhatsapp() {
  return useQuery(whatsappQuery)
}

export const beforeServiceKey = [...serviceKey, getBeforeService.path] as const

/** The server's checks before service; refetched each time the screen opens. */
export function useBeforeService() {
  return useQuery({
    queryKey: beforeServiceKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getBeforeService, { signal }),
    refetchOnMount: 'always',
  })
}
