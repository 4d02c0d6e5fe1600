import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { Button } from '../ui/button.tsx'
import { useMoney } from './settings.ts'

interface RefusalNoticeProps {
  refusal: Partial<ErrorBody>
  /** What the order cost when it was sent, in minor units. */
  before: number
  /** The name of a dish by its id, where the page still knows it. */
  nameOf: (menuItemId: number) => string | undefined
  onRemove: (menuItemIds: number[]) => void
}

/** Why the server did not take the order, and what the guest can do about it. */
export function RefusalNotice({ refusal, before, nameOf, onRemove }: RefusalNoticeProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { code, message, total, unavailable } = refusal
  if (code === 'price_changed' && total !== undefined) {
    return (
      <Notice title={t('checkout.priceChanged')}>
        <p className="mt-2 flex items-baseline gap-2.5">
          <s className="figures text-muted">{format(before)}</s>
          <span className="display figures text-xl">{format(total)}</span>
        </p>
        <p className="mt-1.5">
          {t('checkout.priceChangedDescription', { before: format(before), now: format(total) })}
        </p>
      </Notice>
    )
  }
  if (code === 'item_unavailable' && unavailable) {
    const names = unavailable.map(({ menuItemId, name }) => nameOf(menuItemId) ?? name ?? t('checkout.aDish'))
    return (
      <Notice title={t('checkout.unavailable', { names: names.join(', ') })}>
        <p className="mt-1">{t('checkout.unavailableDescription')}</p>
        <Button
          look="outline"
          size="small"
          className="mt-3"
          onClick={() => onRemove(unavailable.map(({ menuItemId }) => menuItemId))}
        >
          {t('checkout.removeUnavailable')}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice title={t('checkout.notSent')}>
      <p className="mt-1">{message ?? t('errors.internal')}</p>
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section role="alert" className="mb-4 rounded-card border border-cancelled bg-cancelled-soft p-4 text-[15px]">
      <p className="flex items-start gap-2.5 font-semibold">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-cancelled" />
        {title}
      </p>
      {children}
    </section>
  )
}
