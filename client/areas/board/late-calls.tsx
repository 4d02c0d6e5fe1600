import { Hand, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { Button } from '../../ui/parts/button.tsx'
import { agoText, tableName, useCallBell, useFloor, useTakeCall } from '../floor/index.ts'

/** A call that nobody has taken for this long is shown to owners too, in milliseconds. */
const LATE_AFTER_MS = 5 * 60_000
/** Late calls are minutes old: the board follows changes of tables less often than the floor does. */
const DELAY_MS = 5_000

/** The calls that nobody on the floor has taken: they ring on the board too (docs/product/floor.md#floor-calls). */
export function LateCalls() {
  const { t } = useTranslation()
  const { data: tables } = useFloor(DELAY_MS)
  const now = useServerNow()
  const late = useMemo(() => lateCalls(tables ?? [], now), [tables, now])
  useCallBell(
    useMemo(() => late.map(({ call }) => call), [late]),
    now,
  )
  if (late.length === 0) return null
  return (
    <section aria-label={t('orders.lateCalls')} className="rounded-control bg-accent-soft px-4">
      <ul className="divide-y divide-line">
        {late.map((wanted) => (
          <LateCall key={wanted.call.id} {...wanted} now={now} />
        ))}
      </ul>
    </section>
  )
}

interface LateCallProps {
  table: FloorTable
  call: TableCall
}

function LateCall({ table, call, now }: LateCallProps & { now: number }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useTakeCall(table, call)
  const Icon = call.kind === 'bill' ? ReceiptText : Hand
  const details = [call.method && t(`floor.${call.method}`), agoText(t, call.at, now)].filter(Boolean)
  const title = t(call.kind === 'bill' ? 'floor.wantsBill' : 'floor.wantsWaiter', { table: tableName(t, table) })
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 text-[15px]">
        <strong className="font-semibold">{title}</strong> · {details.join(' · ')}
      </p>
      <Button size="small" pending={isPending} onClick={() => mutate()} aria-label={`${t('floor.take')}: ${title}`}>
        {t('floor.take')}
      </Button>
    </li>
  )
}

function lateCalls(tables: readonly FloorTable[], now: number): LateCallProps[] {
  return tables.flatMap((table) =>
    table.calls
      .filter(({ status, at }) => status === 'open' && now - Date.parse(at) >= LATE_AFTER_MS)
      .map((call) => ({ table, call })),
  )
}
