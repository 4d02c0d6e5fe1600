import { CircleCheck } from 'lucide-react'
import { testWhatsapp, type Whatsapp } from '#shared/contracts/whatsapp.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { useField } from '../../kit/fields.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { serviceKey, useWhatsapp, whatsappQuery } from '../../lib/settings/change-settings.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, Callout, language, TextField, t } from '../../ui/index.ts'
import { Yes } from './settings-form.tsx'

/** Whether WhatsApp accepts the messages, and a test (docs/product/settings.md#settings-whatsapp). */
export function WhatsappState() {
  const query = useWhatsapp()
  const { data } = query
  if (!data) return <NotLoaded queries={[query]} label={t('whatsapp.loading')} shapes={['h-28']} />
  return (
    <section aria-label={t('whatsapp.state')}>
      {data.configured ? (
        <ConnectionState {...data} />
      ) : (
        <Callout title={t('whatsapp.notConfigured')}>
          <p className="text-sm">
            <GuideLink href={guidePaths.whatsapp}>{t('whatsapp.howToConnect')}</GuideLink>
          </p>
        </Callout>
      )}
    </section>
  )
}

function ConnectionState({ reason, lastAt, waiting }: Whatsapp) {
  const { whatsappNotificationsEnabled, ownerPhoneNumber } = useSettings()
  const { mutate: sendTest, isPending } = useTest()
  const hasNumber = Boolean(ownerPhoneNumber)
  return (
    <div className="flex flex-col gap-3">
      {reason ? (
        <Callout isFailure title={t('whatsapp.stopped')}>
          <p>{t(`whatsapp.reasons.${reason}`)}</p>
          <p>{t(`whatsapp.remedies.${reason}`)}</p>
        </Callout>
      ) : (
        <p className="flex items-center gap-2.5 text-body font-semibold">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ready" />
          {t('whatsapp.connected')}
        </p>
      )}
      <div className="flex flex-col gap-1 text-body">
        {!whatsappNotificationsEnabled && <p>{t('whatsapp.switchedOff')}</p>}
        {!hasNumber && <p>{t('whatsapp.noNumber')}</p>}
        <p>
          {lastAt
            ? t('whatsapp.lastAccepted', { moment: formatMoment(lastAt, timeZone, language) })
            : t('whatsapp.noneYet')}
        </p>
        {waiting > 0 && <p>{t('whatsapp.waiting', { count: waiting })}</p>}
      </div>
      <Button variant="outline" pending={isPending} onClick={() => sendTest()} className="self-start">
        {t('whatsapp.test')}
      </Button>
    </div>
  )
}

function useTest() {
  return useOwnerChange({
    mutationFn: () => sendChange(testWhatsapp),
    onSuccess: (current) => queryClient.setQueryData(whatsappQuery.queryKey, current),
    success: () => t('whatsapp.testQueued'),
    failure: 'whatsapp.testFailed',
    refetch: [serviceKey],
  })
}

const WHOLE_NUMBER = /^40\d{9}$/

/** Messages about new orders on WhatsApp: number and switch (docs/product/settings.md#settings-whatsapp). */
export function WhatsappSettings() {
  const { field, error } = useField('ownerPhoneNumber', 'settings.ownerPhoneNumber')
  const numberForPeople = WHOLE_NUMBER.test(field.value) && phoneForPeople(field.value)
  return (
    <>
      <WhatsappState />
      <TextField
        label={t('settings.ownerPhoneNumber')}
        hint={numberForPeople ? `= ${numberForPeople}` : t('settings.ownerPhoneNumberHint')}
        error={error}
        {...field}
        type="tel"
        inputMode="numeric"
        maxLength={20}
        placeholder="40XXXXXXXXX"
      />
      <Yes name="whatsappNotificationsEnabled" label="settings.whatsappEnabled" />
      <p className="text-sm text-muted">{t('settings.whatsappHint')}</p>
    </>
  )
}
