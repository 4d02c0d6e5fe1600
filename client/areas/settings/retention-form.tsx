import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { getPrivacy } from '#shared/contracts/privacy.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../lib/api/api.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { serviceKey } from '../../lib/settings/change-settings.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { language, t } from '../../ui/index.ts'
import { Numeric } from './settings-form.tsx'

/** The retention of guests' data; saving a shorter one asks (docs/product/privacy.md#privacy-clock). */
export function RetentionSettings() {
  const headingId = useId()
  const { retentionMonths = null } = useSettings()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <div>
        <h3 id={headingId} className="text-base font-bold">
          {t('privacy.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('privacy.hint')}</p>
      </div>
      <Numeric name="retentionMonths" label="privacy.months" hint="privacy.monthsHint" maxLength={4} />
      <p role="status" className="text-body empty:hidden">
        <RetentionStart months={retentionMonths} />
      </p>
    </section>
  )
}

/** Asks before a shorter retention is saved. */
export function confirmRetention(months: number, save: () => Promise<unknown>): void {
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
    action: save,
  })
}

function usePrivacy(months: number | null) {
  return useQuery({
    // It counts anew once settings were saved.
    queryKey: [...serviceKey, getPrivacy.path, months],
    queryFn: ({ signal }) => callApi(getPrivacy, { query: { months: months ?? undefined }, signal }),
    enabled: months !== null,
  })
}

/** Counts what would be erased today with this retention. */
function ErasurePreview({ months }: { months: number }) {
  const { data, isError } = usePrivacy(months)
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
  const startsAt = usePrivacy(months).data?.startsAt
  return startsAt && <span>{t('privacy.starts', { moment: formatMoment(startsAt, timeZone, language) })}</span>
}
