import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BeforeService, phoneReached, startPhoneCheck } from '#shared/contracts/before-service.ts'
import { phoneFinding } from '#shared/domain/checks/judge.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { beforeServiceKey } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../codes/index.ts'
import { type Check, found, NO_ANSWER, Remedy } from './check.tsx'
import { useToday } from './confirmed.ts'

const CODE_PIXELS = 188

/**
 * The server cannot know whether phones reach it, so a phone scans a code, which sends a request
 * (docs/product/before-service.md#before-service-phone). A code is created only on request, because it invalidates the
 * former one, perhaps on another screen.
 * @param phone the last test; undefined if the server has not responded
 */
export function usePhoneCheck(phone: BeforeService['phone'] | undefined): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const { now, dayStart } = useToday()
  const { data: addresses } = useAddresses()
  const { shownCode, show, isPending } = useShownCode()
  if (!addresses || phone === undefined) return NO_ANSWER
  const { origin } = addresses
  if (localHostOf(origin)) {
    const text = (
      <div className="pt-1.5">
        <LocalWarning addresses={addresses} />
      </div>
    )
    return found('phone', 'local', { text })
  }
  const finding = phoneFinding({ phone, shownUntil: shownCode?.expiresAt, now, dayStart })
  const another = (
    <Remedy
      label={`beforeService.phone.${finding === 'unasked' ? 'show' : 'another'}`}
      pending={isPending}
      onClick={show}
    />
  )
  if (finding !== 'scan' || !shownCode) {
    const time = phone?.reachedAt ? formatTime(phone.reachedAt, timeZone) : undefined
    return found('phone', finding, { values: { time }, remedy: another, isReadAloud: true })
  }
  const text = (
    <>
      <p>{t('beforeService.phone.scan', { time: formatTime(shownCode.expiresAt, timeZone) })}</p>
      <p className="mt-1">{t('beforeService.phone.remedy')}</p>
    </>
  )
  const remedy = (
    <>
      <ShownCode address={origin + phoneReached.path.replace(':word', shownCode.word)} />
      {another}
    </>
  )
  return found('phone', finding, { text, remedy, isReadAloud: true })
}

/** The white border is the code's quiet zone: four modules of the coarsest code that an address has. */
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

/** The code that this screen shows, and a function to request a new one. */
function useShownCode() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [shownCode, setShownCode] = useState<{ word: string; expiresAt: string }>()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(startPhoneCheck),
    onSuccess(code) {
      // Update the query at once: with the old data, the code would seem replaced by another device's.
      const phone = { askedAt: new Date(serverNow()).toISOString(), expiresAt: code.expiresAt, reachedAt: null }
      queryClient.setQueryData<BeforeService>(beforeServiceKey, (facts) => facts && { ...facts, phone })
      setShownCode(code)
    },
    failureTitle: t('beforeService.phone.failed'),
  })
  return { shownCode, show: () => mutate(), isPending }
}
