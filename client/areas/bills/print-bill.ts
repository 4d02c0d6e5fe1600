import i18n from 'i18next'
import { useState } from 'react'
import { type Bill, recordBillPrint } from '#shared/contracts/bills.ts'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { printDocument, toastNotPrinted, withdrawNotPrinted } from '../printing/index.ts'

/** Returns a function that prints a document of a bill, one at a time; call it directly in the handler of a tap. */
export function usePrintBill(tableId: number) {
  const [isPrinting, setPrinting] = useState(false)
  const print = async (bill: Bill, lines: readonly PrintedRow[]) => {
    if (isPrinting) return
    setPrinting(true)
    try {
      await printAndRecord(tableId, bill, lines)
    } finally {
      setPrinting(false)
    }
  }
  return { print, isPrinting }
}

async function printAndRecord(tableId: number, bill: Bill, lines: readonly PrintedRow[]): Promise<void> {
  const { tableNumber: number, orderIds } = bill
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
