import { Suspense } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { useEverOpened, useTranslation } from '../../ui/index.ts'
import { BillDialog } from '../bills/index.ts'
import { FreeTableOnFloor, MoveGuestsOnFloor, ReserveTableOnFloor } from '../tables/owner.ts'
import { backToTables } from './address.ts'

export type FloorDialog = 'bill' | 'move' | 'free' | 'reserve'

interface FloorTableDialogsProps {
  dialog: FloorDialog | null
  table: FloorTable
  tables: readonly FloorTable[]
  rounds: readonly Order[]
  onClose: () => void
}

/** The dialogs about the opened table; each is loaded when it is first opened. */
export function FloorTableDialogs({ dialog, table, tables, rounds, onClose }: FloorTableDialogsProps) {
  const { t } = useTranslation()
  const isBillNeeded = useEverOpened(dialog === 'bill')
  const isMoveNeeded = useEverOpened(dialog === 'move')
  const isFreeNeeded = useEverOpened(dialog === 'free')
  const isReserveNeeded = useEverOpened(dialog === 'reserve')
  const asked = table.calls.find(({ kind }) => kind === 'bill')?.method
  const sessions = new Map(tables.flatMap(({ id, session }) => (session ? [[id, session] as const] : [])))
  const nameOf = ({ id }: Order) => {
    const index = rounds.findIndex((round) => round.id === id)
    return index < 0 ? `#${id}` : t('floor.roundTitle', { number: index + 1 })
  }
  return (
    <Suspense fallback={null}>
      {isBillNeeded && <BillDialog open={dialog === 'bill'} table={table} asked={asked} onClose={onClose} />}
      {isMoveNeeded && (
        <MoveGuestsOnFloor
          open={dialog === 'move'}
          table={table}
          tables={tables}
          sessions={sessions}
          orders={rounds}
          nameOf={nameOf}
          onClose={onClose}
        />
      )}
      {isReserveNeeded && <ReserveTableOnFloor open={dialog === 'reserve'} table={table} onClose={onClose} />}
      {isFreeNeeded && (
        <FreeTableOnFloor
          open={dialog === 'free'}
          table={table}
          session={table.session ? {} : undefined}
          orders={rounds}
          onClose={onClose}
          onFreed={backToTables}
        />
      )}
    </Suspense>
  )
}
