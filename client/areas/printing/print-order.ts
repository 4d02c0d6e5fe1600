import i18n from 'i18next'
import { useState } from 'react'
import { create } from 'zustand'
import { type Order, recordPrint } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { documentOf, kindOf, type Printout } from './documents.ts'
import { toastNotPrinted, withdrawNotPrinted } from './printer/not-printed.ts'
import { printDocument } from './printer/print-document.ts'

/** The ids of the orders whose last print in this page failed. */
export const useFailedPrints = create<{ orders: ReadonlySet<number> }>(() => ({ orders: new Set() }))

/** Returns a function that prints documents of an order, one at a time; call it directly in the handler of a tap. */
export function usePrintOrder(order: Order, settings: Settings) {
  const [isPrinting, setPrinting] = useState(false)
  const print = async (...printouts: [Printout, ...Printout[]]) => {
    if (isPrinting) return
    setPrinting(true)
    try {
      await printAndRecord(order, printouts, settings)
    } finally {
      setPrinting(false)
    }
  }
  return { print, isPrinting }
}

async function printAndRecord(order: Order, printouts: [Printout, ...Printout[]], settings: Settings): Promise<void> {
  try {
    await printDocument(documentOf(order, printouts, settings))
  } catch (error) {
    setPrintFailed(order.id, true)
    toastNotPrinted(error)
    return
  }
  try {
    for (const printout of printouts) await recordPrinted(order, printout, randomKey())
  } catch (error) {
    toastFailure(i18n.t('printing.notRecorded'), error)
  }
}

/**
 * Records on the server that a document was printed. Throws if that fails.
 * @param key the print's idempotency key, the same for each attempt
 */
export async function recordPrinted({ id }: Order, printout: Printout, key: string): Promise<void> {
  setPrintFailed(id, false)
  withdrawNotPrinted()
  await sendChange(recordPrint, {
    params: { id: String(id) },
    body: { kind: kindOf(printout), ticketId: (typeof printout === 'object' && printout.id) || undefined },
    headers: { 'Idempotency-Key': key },
  })
}

/**
 * Sets whether an order's last print failed, which its card shows
 * (docs/product/tickets-and-receipts.md#receipts-failed).
 */
export function setPrintFailed(id: number, failed: boolean): void {
  const orders = new Set(useFailedPrints.getState().orders)
  if (failed) orders.add(id)
  else orders.delete(id)
  useFailedPrints.setState({ orders })
}
