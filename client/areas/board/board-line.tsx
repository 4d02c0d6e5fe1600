import { countsFrom, isLater } from '#shared/domain/orders/later.ts'
import { isInKitchen } from '#shared/domain/orders/order-status.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { StripButton } from '../../ui/parts/status-strip.tsx'
import { useTranslation } from '../../ui/translation.ts'
import { ageText, isLateOrder, orderAge, useIsBoardLoaded, useShownOrders } from '../orders/index.ts'
import { oldestFirst, setOldestFirst } from './oldest-first.ts'

/** What the strip says while nothing is wrong: how many orders are to be made, and how long they wait. */
export function BoardLine() {
  const { t } = useTranslation()
  const now = useServerNow()
  const settings = useSettings()
  const isLoaded = useIsBoardLoaded()
  const isOldestFirst = oldestFirst.use()
  const toMake = useShownOrders().filter((order) => isInKitchen(order.status) && !isLater(order, new Date(now)))
  const ages = toMake.map((order) => orderAge(countsFrom(order), now).minutes)
  const lateCount = toMake.filter((order) => isLateOrder(order, settings, now)).length
  if (!isLoaded) return null
  return (
    <>
      <p className="figures min-w-0 flex-1 truncate text-[15px] text-muted">
        {ages.length === 0 ? t('orders.dishes.none') : t('orders.line.toMake', { count: ages.length })}
        {lateCount > 0 && (
          <strong className="font-semibold text-ink"> · {t('orders.line.late', { count: lateCount })}</strong>
        )}
        {ages.length > 0 && ` · ${t('orders.line.oldest', { age: ageText(t, Math.max(...ages)) })}`}
      </p>
      {lateCount > 0 && !isOldestFirst && (
        <StripButton variant="outline" onClick={() => setOldestFirst(true)}>
          {t('orders.oldestFirst')}
        </StripButton>
      )}
    </>
  )
}
