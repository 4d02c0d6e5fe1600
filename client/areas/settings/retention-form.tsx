import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { getPrivacy, retentionMonthsSchema } from '#shared/contracts/privacy.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { isRetentionShorter } from '#shared/domain/customers/retention.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { TextField, useDebouncedText, useTranslation } from '../../ui/index.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

/** Parses the months: null (never erase) for an empty field, NaN for anything but digits. */
function parseMonths(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN
}
const formSchema = z.object({
  retentionMonths: z.pipe(z.pipe(z.string(), z.transform(parseMonths)), retentionMonthsSchema),
})
const resolver = zodResolver(formSchema)
const valuesOf = ({ retentionMonths }: Settings) => ({ retentionMonths: String(retentionMonths ?? '') })

const privacyKey = [getPrivacy.path] as const

/** The retention of guests' data, with a count of what it would erase today (docs/product/privacy.md#privacy-clock). */
export function RetentionForm({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation()
  const headingId = useId()
  const settings = useSettings()
  const editor = useSettingsForm('retention', resolver, valuesOf, {
    onSaved: () => void queryClient.invalidateQueries({ queryKey: privacyKey }),
  })
  const { form, register, submit } = editor
  const confirmOrSubmit = form.handleSubmit(({ retentionMonths: months }) => {
    if (months === null || !isRetentionShorter(settings.retentionMonths ?? null, months)) return void submit()
    void confirm({
      title: t('privacy.confirmTitle', { count: months }),
      description: (
        <>
          <ErasurePreview months={months} />
          <span className="mt-2 block">{t('privacy.confirmCannotUndo')}</span>
          <span className="mt-2 block">{t('privacy.confirmStart')}</span>
        </>
      ),
      confirm: t('privacy.confirm', { count: months }),
      isDestructive: true,
      action: submit,
    })
  })
  const months = useDebouncedText(useWatch({ control: form.control, name: 'retentionMonths' }))
  return (
    <SettingsForm
      editor={editor}
      aria-labelledby={headingId}
      className="mt-6 border-t border-line pt-5"
      onSubmit={(event) => void confirmOrSubmit(event)}
    >
      <div>
        <h3 id={headingId} className="text-base font-bold">
          {t('privacy.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('privacy.hint')}</p>
      </div>
      <TextField
        label={t('privacy.months')}
        hint={t('privacy.monthsHint')}
        {...register('retentionMonths')}
        inputMode="numeric"
        maxLength={3}
      />
      <div role="status" className="flex flex-col gap-1 text-[15px] empty:hidden">
        <ErasurePreview months={isShown ? monthsToCount(months) : null} />
        {isShown && <RetentionStart months={settings.retentionMonths ?? null} />}
      </div>
    </SettingsForm>
  )
}

/** The months to count for; null if nothing would be erased or the input is invalid. */
function monthsToCount(retentionMonths: string): number | null {
  return formSchema.safeParse({ retentionMonths }).data?.retentionMonths ?? null
}

function usePrivacy(months: number | null) {
  return useQuery({
    queryKey: [...privacyKey, months],
    queryFn: ({ signal }) => callApi(getPrivacy, { query: { months: months ?? undefined }, signal }),
    enabled: months !== null,
  })
}

/** Counts what would be erased today with this retention. */
function ErasurePreview({ months }: { months: number | null }) {
  const { t } = useTranslation()
  const { data, isError } = usePrivacy(months)
  if (months === null) return null
  if (!data) return <span className="block">{t(isError ? 'privacy.notCounted' : 'privacy.counting')}</span>
  const { orders, events, customers } = data
  return (
    <span className="block font-semibold text-ink">
      {orders + events + customers === 0
        ? t('privacy.wouldTakeNothing')
        : t('privacy.wouldTake', {
            orders: t('common.orderCount', { count: orders }),
            events: t('privacy.events', { count: events }),
            customers: t('privacy.customers', { count: customers }),
          })}
    </span>
  )
}

/** The future start of the saved retention. */
function RetentionStart({ months }: { months: number | null }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const startsAt = usePrivacy(months).data?.startsAt
  return startsAt && <span>{t('privacy.starts', { moment: formatMoment(startsAt, timeZone, language) })}</span>
}
