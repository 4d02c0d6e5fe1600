import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '#shared/contracts/settings.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { Button } from '../../ui/parts/button.tsx'
import { localHostOf, type useAddresses } from './addresses.ts'

interface LocalWarningProps {
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
}

/**
 * A warning that the codes contain an address that phones cannot reach, with the machine's addresses in its network to
 * choose from (docs/product/tables.md#tables-codes).
 */
export function LocalWarning({ addresses: { origin, isFixed, network } }: LocalWarningProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useChoosePublicAddress()
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
              pending={isPending && variables === address}
              onClick={() => mutate(address)}
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

function useChoosePublicAddress() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: (publicAddress: string) => sendChange(changeSettings, { body: { publicAddress } }),
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
    failureTitle: t('settings.updateFailed'),
  })
}
