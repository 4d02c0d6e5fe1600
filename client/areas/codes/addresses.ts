import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { useSettings } from '../../lib/settings/settings.ts'

/** The URLs at which phones may reach the restaurant, according to its server. */
export function useAddresses() {
  const { publicAddress } = useSettings()
  return useQuery({
    // The server's response depends on this setting, which another owner may change.
    queryKey: [getTableAddresses.path, publicAddress],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(getTableAddresses, { signal }),
    select: ({ publicUrl, isFixed, network }) => ({ origin: publicUrl ?? window.location.origin, isFixed, network }),
  })
}

/** The host of a URL that only this machine can reach; undefined if phones may reach it. */
export function localHostOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(hostname) ? hostname : undefined
}
