import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18n from 'i18next'
import { useEffect, useState } from 'react'
import { type Bill, getBill, recordBillPrint } from '#shared/contracts/bills.ts'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { callApi } from '../../lib/api/api.ts'
import { refetchNow } from '../../lib/api/query.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { followLive } from '../../lib/live/live.ts'
import { printAtPrinter, printDocument, toastNotPrinted, usePrinters, withdrawNotPrinted } from '../printing/index.ts'

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

/** Returns a function that prints a document of a bill, one at a time; call it directly in the handler of a tap. */
export function usePrintBill(tableId: number) {
  const [isPrinting, setPrinting] = useState(false)
  usePrinters()
  const print = async (bill: Bill, lines: readonly PrintedRow[], isWhole: boolean) => {
    if (isPrinting) return
    setPrinting(true)
    try {
      await printAndRecord(tableId, bill, lines, isWhole)
    } finally {
      setPrinting(false)
    }
  }
  return { print, isPrinting }
}

async function printAndRecord(
  tableId: number,
  bill: Bill,
  lines: readonly PrintedRow[],
  isWhole: boolean,
): Promise<void> {
  const { tableNumber: number, orderIds } = bill
  if (isWhole && printAtPrinter({ document: 'bill', tableId })) return
  try {
    await printDocument({ title: i18n.t('bills.title', { number }), lines })
  } catch (error) {
    toastNotPrinted(error)
    return
  }
  withdrawNotPrinted()
  try {
    await sendChange(recordBillPrint, {
      params: { id: String(tableId) },
      // Those that the paper shows: a round may have come in while it was printed.
      body: { kind: 'bill', orderIds },
      headers: { 'Idempotency-Key': randomKey() },
    })
  } catch (error) {
    toastFailure(i18n.t('bills.notRecorded'), error)
  }
}
