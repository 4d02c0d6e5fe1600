import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { setTableStatus, type Table } from '#shared/contracts/tables.ts'
import { reservationText } from '#shared/domain/table.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { promisedText } from '../../lib/settings/promised.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { IconButton, MoreMenu, t, toast } from '../../ui/index.ts'
import { ageText } from '../orders/index.ts'
import { closeTable, floorKey, STATUS_WORDS, tableName, tileOf } from './tables.ts'

/** Sets what a table is by hand, and tells who is promised it. */
export function useSetStatus() {
  return useOwnerChange({
    mutationFn: ({ id, status }: Pick<Table, 'id' | 'status'>) =>
      sendChange(setTableStatus, { params: { id: String(id) }, body: { status } }),
    onSuccess({ promised }) {
      const title = promisedText(promised)
      if (title) toast({ title })
    },
    failure: 'common.notChanged',
    refetch: [floorKey],
  })
}

/** Whether it reads as reserved for who comes next, which nothing that is set by hand changes but "occupied". */
const isHeld = ({ status, reservation }: FloorTable, heldMinutes: number, now: number): boolean =>
  status === 'reserved' && Boolean(reservation && Date.parse(reservation.at) - now <= heldMinutes * 60_000)

/** Its name and facts, the way back, and whether it is reserved. */
export function TableHeader({ table, rounds }: { table: FloorTable; rounds: readonly Order[] }) {
  const now = useServerNow()
  const isInUse = table.session !== null || table.orders > 0
  const isReserved = table.status === 'reserved'
  // One in use becomes occupied when it is no longer reserved.
  const notReserved = isInUse ? 'occupied' : 'available'
  const { reservations, timeZone } = useSettings()
  const isHeldFree = !isInUse && isHeld(table, reservations?.heldMinutes ?? 0, now)
  const { mutate: setStatus } = useSetStatus()
  const { minutes, state } = tileOf(table, rounds, now, false)
  const facts = [
    t('floor.seats', { count: table.capacity }),
    minutes === null ? t(STATUS_WORDS[state === 'reserved' || state === 'busy' ? state : 'free']) : ageText(t, minutes),
    ...(isHeldFree ? [reservationText(table.reservation, timeZone)] : []),
  ]
  const back = useRef<HTMLButtonElement>(null)
  // It takes the focus if nothing in sight has it: the table covers the grid, or the new round has been closed.
  useEffect(() => {
    const focused = document.activeElement
    // Beside the grid the focus stays on the tile.
    const isInSight = focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null
    if (!isInSight) back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
      <IconButton ref={back} label={t('floor.back')} onClick={closeTable}>
        <ChevronLeft aria-hidden="true" className="size-6" />
      </IconButton>
      {/* Facts that do not fit beside the name wrap below it, so that none is cut. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1.5">
        <h2 className="display min-w-0 break-words text-figure leading-tight">{tableName(table)}</h2>
        <p className="min-w-0 flex-1 basis-36 text-muted text-sm leading-snug">{facts.join(' · ')}</p>
      </div>
      {!isHeldFree && (
        <MoreMenu
          label={t('floor.moreOfTable')}
          variant="outline"
          className="mr-1"
          actions={[
            {
              label: t(isReserved ? 'floor.endReservation' : 'floor.reserve'),
              onChoose: () => setStatus({ id: table.id, status: isReserved ? notReserved : 'reserved' }),
            },
          ]}
        />
      )}
    </div>
  )
}
