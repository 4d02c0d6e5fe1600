import { useQuery } from '@tanstack/react-query'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'

/** Begins the keys of all that is fetched again at CHANGED `service`. */
export const serviceKey = areaKey('service')

export const whatsappQuery = {
  queryKey: [...serviceKey, getWhatsapp.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getWhatsapp, { signal }),
}

/** The state of the connection to WhatsApp, for an owner. */
export function useWhatsapp() {
  return useQuery(whatsappQuery)
}

export const beforeServiceKey = [...serviceKey, getBeforeService.path] as const

/** What the server knows of whether the restaurant is ready; asked anew each time the screen opens. */
export function useBeforeService() {
  return useQuery({
    queryKey: beforeServiceKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getBeforeService, { signal }),
    refetchOnMount: 'always',
  })
}
