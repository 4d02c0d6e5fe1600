import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { useSettings } from '../settings/index.ts'

/** Where phones may reach the restaurant, as its server knows it. */
export function useAddresses() {
  const { publicAddress } = useSettings()
  return useQuery({
    // Another owner may set it, so the value follows the server's.
    queryKey: [getTableAddresses.path, publicAddress],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(getTableAddresses, { signal }),
    select: ({ publicUrl, isFixed, network }) => ({ origin: publicUrl ?? window.location.origin, isFixed, network }),
  })
}

/** The host of an address that only this machine reaches; undefined where phones may reach it. */
export function localHostOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(hostname) ? hostname : undefined
}
