import { ClockAlert } from 'lucide-react'
import { Link } from 'wouter'
import { countsFrom, isLater } from '#shared/domain/orders/later.ts'
import { isInKitchen } from '#shared/domain/orders/order-status.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { buttonClass, cx, StripButton, type StripNotice, useTranslation } from '../../ui/index.ts'
import { ageText, isLateOrder, orderAge, useIsBoardLoaded, useShownOrders } from '../orders/index.ts'
import { oldestFirst, setOldestFirst } from './oldest-first.ts'

function useBoardWords() {
  const { t } = useTranslation()
  const now = useServerNow()
  const settings = useSettings()
  const toMake = useShownOrders().filter((order) => isInKitchen(order.status) && !isLater(order, new Date(now)))
  const ages = toMake.map((order) => orderAge(countsFrom(order), now).minutes)
  const lateCount = toMake.filter((order) => isLateOrder(order, settings, now)).length
  return {
    toMake: ages.length === 0 ? t('orders.dishes.none') : t('orders.line.toMake', { count: ages.length }),
    late: lateCount > 0 && (
      <strong className="font-semibold text-ink">{t('orders.line.late', { count: lateCount })}</strong>
    ),
    age: ages.length > 0 ? ageText(t, Math.max(...ages)) : undefined,
  }
}

interface BoardLineProps {
  isBoard: boolean
}

/** What the strip says while nothing is wrong. */
export function BoardLine({ isBoard }: BoardLineProps) {
  const isLoaded = useIsBoardLoaded()
  const { t } = useTranslation()
  const { toMake, late, age } = useBoardWords()
  if (!isLoaded) return null
  return (
    <>
      <p className="figures min-w-0 flex-1 truncate text-[15px] text-muted">
        {toMake}
        {late && <> · {late}</>}
        {age && ` · ${t('orders.line.oldest', { age })}`}
      </p>
      {late && <LateButton isBoard={isBoard} />}
    </>
  )
}

/** Late orders, where something less urgent would take the place of that line. */
export function useLateNotice(): StripNotice | undefined {
  const { t } = useTranslation()
  const { late, age } = useBoardWords()
  if (!late) return undefined
  const text = (
    <>
      {late}
      {/* Beside the button, a phone has no room for the words, and the age would be cut. */}
      <span className="@max-[40rem]:hidden"> · {t('orders.line.oldest', { age })}</span>
      <span className="@min-[40rem]:hidden"> · {age}</span>
    </>
  )
  return { key: 'late', tone: 'quiet', icon: <ClockAlert />, text, action: <LateButton isBoard /> }
}

/** Puts the oldest order first; where the board is not shown, leads to it. */
function LateButton({ isBoard }: BoardLineProps) {
  const { t } = useTranslation()
  const isOldestFirst = oldestFirst.use()
  if (!isBoard)
    return (
      <Link
        href={paths.dashboardTab('orders')}
        className={cx(buttonClass({ variant: 'outline', size: 'small' }), 'shrink-0 text-[0.9375rem]!')}
      >
        {t('orders.toBoard')}
      </Link>
    )
  if (isOldestFirst) return null
  return (
    <StripButton variant="outline" onClick={() => setOldestFirst(true)}>
      {t('orders.oldestFirst')}
    </StripButton>
  )
}
