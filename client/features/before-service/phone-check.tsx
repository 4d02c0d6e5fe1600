import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askPhone, type BeforeService, phoneReached } from '#shared/contracts/before-service.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../../entities/codes/index.ts'
import { beforeServiceKey } from '../../entities/service/index.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { paths } from '../../lib/browser/paths.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { formatTime } from '../../lib/words/format.ts'
import { toast } from '../../ui/toast/store.ts'
import type { Check } from './check.ts'
import { useToday } from './confirmed.ts'
import { Remedy } from './device-checks.tsx'
import { phoneStand } from './rules.ts'

const CODE_PIXELS = 188

/**
 * No server can know whether phones reach it: one scans a code, and calls (docs/product.md#before-service-phone). A code
 * is made when the owner asks for it, for each one ends the code before it, on another screen perhaps.
 */
export function usePhoneCheck(phone: BeforeService['phone']): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const { now, began } = useToday()
  const { data: addresses } = useAddresses()
  const { shown, show, isPending } = useShownCode()
  const stand = phoneStand({ phone, shownUntil: shown?.expiresAt, now, today: began })
  if (!addresses) return { state: 'unknown', says: t('beforeService.noAnswer') }
  const { origin, network } = addresses
  if (localHostOf(origin)) {
    const says = (
      <div className="pt-1.5">
        <LocalWarning origin={origin} network={network} page={paths.dashboardView('before-service')} />
      </div>
    )
    return { state: 'wrong', says }
  }
  const button = (label: 'show' | 'another') => (
    <Remedy pending={isPending} onClick={show}>
      {t(`beforeService.phone.${label}`)}
    </Remedy>
  )
  if (stand === 'reached') {
    const time = formatTime(phone?.reachedAt ?? '', timeZone)
    return {
      state: 'ok',
      says: t('beforeService.phone.reachedAt', { time }),
      remedy: button('another'),
      isReadAloud: true,
    }
  }
  if (stand === 'waiting' && shown) {
    const says = (
      <>
        <p>{t('beforeService.phone.scan', { time: formatTime(shown.expiresAt, timeZone) })}</p>
        <p className="mt-1">{t('beforeService.phone.remedy')}</p>
      </>
    )
    const remedy = (
      <>
        <ShownCode address={origin + phoneReached.path.replace(':word', shown.word)} />
        {button('another')}
      </>
    )
    return { state: 'unknown', says, remedy, isReadAloud: true }
  }
  const says = t(`beforeService.phone.${stand === 'waiting' ? 'unasked' : stand}`)
  return { state: 'unknown', says, remedy: button(stand === 'unasked' ? 'show' : 'another'), isReadAloud: true }
}

/** The white around the code is its quiet zone: four modules of the coarsest code that an address has. */
function ShownCode({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <div className="basis-full">
      <div className="inline-block rounded-control border border-line bg-code-ground p-5">
        <QrCode address={address} label={t('beforeService.phone.code', { address })} size={CODE_PIXELS} />
      </div>
      <p className="mt-1.5 text-xs break-all text-muted">{address}</p>
    </div>
  )
}

/** The code that this screen shows, and a way to a new one. */
function useShownCode() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<{ word: string; expiresAt: string }>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(askPhone, { timeout: ANSWER_WITHIN_MS }),
    onSuccess(code) {
      // At once: until the server is asked again, the code would look like one that another device has replaced.
      const phone = { askedAt: new Date(serverNow()).toISOString(), expiresAt: code.expiresAt, reachedAt: null }
      queryClient.setQueryData<BeforeService>(beforeServiceKey, (facts) => facts && { ...facts, phone })
      setShown(code)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('beforeService.phone.failed'), description: errorMessage(error) }),
  })
  return { shown, show: () => mutate(), isPending }
}
