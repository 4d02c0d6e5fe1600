import { ClockAlert, Hand, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { countsFrom, isLater } from '#shared/domain/orders/later.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import { paths } from '../../lib/browser/paths.ts'
import { createValue, storedWord } from '../../lib/browser/storage.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { buttonClass, cx, StripButton, type StripNotice, useTranslation } from '../../ui/index.ts'
import { agoText, tableName, useCallBell, useFloor, useTakeCall } from '../floor/index.ts'
import { ageText, isLateOrder, orderAge, useIsBoardLoaded, useShownOrders } from '../orders/index.ts'
import { useTodayWords } from './summary.tsx'

const storedOrder = storedWord('board-order', ['oldest'] as const)

/** Whether open orders are listed oldest first, as chosen on this device. */
export const oldestFirst = createValue(storedOrder.read() === 'oldest')

export function setOldestFirst(isOldestFirst: boolean): void {
  storedOrder.write(isOldestFirst ? 'oldest' : undefined)
  oldestFirst.set(isOldestFirst)
}

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
  const today = useTodayWords()
  if (!isLoaded) return null
  return (
    <>
      <p className="figures min-w-0 flex-1 truncate text-body text-muted">
        {toMake}
        {late && <> · {late}</>}
        {age && ` · ${t('orders.line.oldest', { age })}`}
        {today && ` · ${today}`}
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
      <span className="@max-phone:hidden"> · {t('orders.line.oldest', { age })}</span>
      <span className="@phone:hidden"> · {age}</span>
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
        className={cx(buttonClass({ variant: 'outline', size: 'small' }), 'shrink-0 text-body!')}
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

/** A call that nobody has taken for this long is shown to owners too, in milliseconds. */
const LATE_AFTER_MS = 5 * 60_000
/** Late calls are minutes old: the board follows changes of tables less often than the floor does. */
const DELAY_MS = 5_000

/** The calls that nobody on the floor has taken: they ring on the board too (docs/product/floor.md#floor-calls). */
export function useLateCallNotices(): StripNotice[] {
  const { t } = useTranslation()
  const { data: tables } = useFloor(DELAY_MS)
  const now = useServerNow()
  const late = useMemo(() => lateCalls(tables ?? [], now), [tables, now])
  useCallBell(
    useMemo(() => late.map(({ call }) => call), [late]),
    now,
  )
  return late.map(({ table, call }): StripNotice => {
    const title = t(call.kind === 'bill' ? 'floor.wantsBill' : 'floor.wantsWaiter', { table: tableName(t, table) })
    const details = [call.method && t(`floor.${call.method}`), agoText(t, call.at, now)].filter(Boolean)
    return {
      key: `call ${call.id}`,
      tone: 'accent',
      icon: call.kind === 'bill' ? <ReceiptText /> : <Hand />,
      text: (
        <>
          <strong className="font-semibold">{title}</strong> · {details.join(' · ')}
        </>
      ),
      action: <TakeButton table={table} call={call} title={title} />,
    }
  })
}

interface LateCallProps {
  table: FloorTable
  call: TableCall
}

function TakeButton({ table, call, title }: LateCallProps & { title: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useTakeCall(table, call)
  return (
    <StripButton pending={isPending} onClick={() => mutate()} aria-label={`${t('floor.take')}: ${title}`}>
      {t('floor.take')}
    </StripButton>
  )
}

function lateCalls(tables: readonly FloorTable[], now: number): LateCallProps[] {
  return tables.flatMap((table) =>
    table.calls
      .filter(({ status, at }) => status === 'open' && now - Date.parse(at) >= LATE_AFTER_MS)
      .map((call) => ({ table, call })),
  )
}
