import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { getPrivacy, retentionMonthsSchema } from '#shared/contracts/privacy.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { isRetentionShorter } from '#shared/domain/customers/retention.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { TextField } from '../../ui/inputs/field.tsx'
import { useDebouncedText } from '../../ui/inputs/text-inputs.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useWhileOpen } from '../../ui/overlays/opening.ts'
import { useTranslation } from '../../ui/translation.ts'
import { SaveBar, useSettingsForm } from './settings-form.tsx'

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
  /** The months to confirm, because they are fewer than before. */
  const [confirmation, setConfirmation] = useState<number | null>(null)
  const { form, register, submit, isPending, draft } = useSettingsForm('retention', resolver, valuesOf, {
    onSaved: () => void queryClient.invalidateQueries({ queryKey: privacyKey }),
  })
  const confirmOrSubmit = form.handleSubmit(({ retentionMonths: months }) => {
    if (months !== null && isRetentionShorter(settings.retentionMonths ?? null, months)) setConfirmation(months)
    else void submit()
  })
  const months = useDebouncedText(useWatch({ control: form.control, name: 'retentionMonths' }))
  const shown = useWhileOpen(confirmation !== null, confirmation)
  return (
    <form
      noValidate
      aria-labelledby={headingId}
      className="mt-6 flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={(event) => void confirmOrSubmit(event)}
    >
      <DraftNotice draft={draft} className="-mb-4" />
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
        autoComplete="off"
        maxLength={3}
      />
      <div role="status" className="flex flex-col gap-1 text-[15px] empty:hidden">
        <ErasurePreview months={isShown ? monthsToCount(months) : null} />
        {isShown && <RetentionStart months={settings.retentionMonths ?? null} />}
      </div>
      <SaveBar isDirty={form.formState.isDirty} pending={isPending && confirmation === null} />
      <ConfirmDialog
        open={confirmation !== null}
        onOpenChange={() => setConfirmation(null)}
        destructive
        title={t('privacy.confirmTitle', { count: shown ?? 0 })}
        description={
          <>
            <ErasurePreview months={shown} />
            <span className="mt-2 block">{t('privacy.confirmCannotUndo')}</span>
            <span className="mt-2 block">{t('privacy.confirmStart')}</span>
          </>
        }
        confirmLabel={t('privacy.confirm', { count: shown ?? 0 })}
        pending={isPending}
        onConfirm={() => void submit().finally(() => setConfirmation(null))}
      />
    </form>
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
            orders: t('privacy.orders', { count: orders }),
            events: t('privacy.events', { count: events }),
            customers: t('privacy.customers', { count: customers }),
          })}
    </span>
  )
}

/** The future start of the saved retention. */
function RetentionStart({ months }: { months: number | null }) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const language = useLanguage()
  const startsAt = usePrivacy(months).data?.startsAt
  return startsAt && <span>{t('privacy.starts', { moment: formatMoment(startsAt, timeZone, language) })}</span>
}
