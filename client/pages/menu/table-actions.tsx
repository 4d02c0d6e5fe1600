import { Suspense } from 'react'
import { CallButton } from '../../areas/calls/index.ts'
import { cart } from '../../areas/cart/index.ts'
import { TableChip } from '../../areas/shared-sessions/index.ts'
import type { GuestTable } from './use-guest-table.ts'

/** What a guest at a table can do besides ordering, beside the table's badge; loaded after the first view. */
export default function GuestTableActions({ table }: { table: NonNullable<GuestTable['table']> }) {
  return (
    <>
      <TableChip onOpen={cart.toggle} />
      <Suspense fallback={null}>
        <CallButton table={table} />
      </Suspense>
    </>
  )
}
