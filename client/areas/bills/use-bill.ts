import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Bill, getBill } from '#shared/contracts/bills.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { followLive } from '../../lib/live/live.ts'

/** The bill of a table as it is now: it follows the table's orders. */
export function useBill(tableId: number) {
  const client = useQueryClient()
  useEffect(() => {
    const key = keyOf(tableId)
    const refetch = () => void refetchNow(client, key)
    return followLive({
      opened() {
        // When it is called for the first time, the bill is being fetched.
        if (client.getQueryData(key)) refetch()
      },
      ORDERS_CHANGED: refetch,
      ORDER_UPDATE({ payload: { id, tableId: orderedAt } }) {
        if (orderedAt === tableId || client.getQueryData<Bill>(key)?.orderIds.includes(id)) refetch()
      },
    })
  }, [client, tableId])
  return useQuery({
    queryKey: keyOf(tableId),
    queryFn: ({ signal }) => callApi(getBill, { params: { id: String(tableId) }, signal }),
    // An old bill must never be shown or printed.
    gcTime: 0,
  })
}

const keyOf = (tableId: number) => ['bill', String(tableId)] as const
