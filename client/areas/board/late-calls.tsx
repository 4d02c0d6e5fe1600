import { Hand, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import type { TableCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { StripButton, type StripNotice, useTranslation } from '../../ui/index.ts'
import { agoText, tableName, useCallBell, useFloor, useTakeCall } from '../floor/index.ts'

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
