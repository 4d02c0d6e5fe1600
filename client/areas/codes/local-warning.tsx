import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button } from '../../ui/parts/button.tsx'

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

interface LocalWarningProps {
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
}

/**
 * A warning that the codes contain an address that phones cannot reach, with the machine's addresses in its network to
 * choose from (docs/product/tables.md#tables-codes).
 */
export function LocalWarning({ addresses: { origin, isFixed, network } }: LocalWarningProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useChangeSettings(undefined, t('settings.updateFailed'))
  const host = localHostOf(origin)
  if (!host) return null
  return (
    <div role="note" className="rounded-control bg-pending-soft px-5 py-3.5 text-[15px]">
      <p className="font-medium text-pending">{t('tables.local.unreachable', { host })}</p>
      <p className="mt-1">
        {isFixed ? t('settings.publicAddressFixed') : t(`tables.local.${network.length > 0 ? 'choose' : 'enter'}`)}
      </p>
      {!isFixed && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {network.map((address) => (
            <Button
              key={address}
              variant="outline"
              size="small"
              className="break-all"
              pending={isPending && variables.publicAddress === address}
              onClick={() => mutate({ publicAddress: address })}
            >
              {t('tables.local.use', { address })}
            </Button>
          ))}
          <Button variant="quiet" size="small" onClick={() => openSettings('restaurant')}>
            {t('tables.local.other')}
          </Button>
        </div>
      )}
    </div>
  )
}
