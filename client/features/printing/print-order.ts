import i18n from 'i18next'
import { useState } from 'react'
import { create } from 'zustand'
import { type Order, recordPrint } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { toast } from '../../ui/toast/store.ts'
import { documentOf, kindOf, type Printout } from './documents.ts'
import { PopupBlockedError } from './popup-printer.ts'
import { printDocument } from './print-document.ts'

const ANSWER_WITHIN_MS = 15_000

/** The orders whose last print failed in this page. */
export const useFailedPrints = create<{ orders: ReadonlySet<number> }>(() => ({ orders: new Set() }))

/** Prints documents of an order, one at a time; the window that this may need opens within the touch. */
export function usePrintOrder(order: Order, settings: Settings) {
  const [isPrinting, setPrinting] = useState(false)
  const print = async (printout: Printout) => {
    if (isPrinting) return
    setPrinting(true)
    try {
      await printByHand(order, printout, settings)
    } finally {
      setPrinting(false)
    }
  }
  return { print, isPrinting }
}

async function printByHand(order: Order, printout: Printout, settings: Settings): Promise<void> {
  try {
    await printDocument(documentOf(order, printout, settings))
  } catch (error) {
    setPrintFailed(order.id, true)
    toastNotPrinted(error)
    return
  }
  try {
    await recordPrinted(order, printout, randomKey())
  } catch (error) {
    sayNotRecorded(error)
  }
}

/**
 * Tells the server that a document is out. Throws where the server did not hear it.
 * @param key the print's own, also when it is told again
 */
export async function recordPrinted({ id }: Order, printout: Printout, key: string): Promise<void> {
  setPrintFailed(id, false)
  await callApi(recordPrint, {
    params: { id: String(id) },
    body: { kind: kindOf(printout), ticketId: (typeof printout === 'object' && printout.id) || undefined },
    headers: { 'Idempotency-Key': key },
    timeout: ANSWER_WITHIN_MS,
  })
}

export function toastNotPrinted(error: unknown): void {
  logProblem('A document could not be printed', error)
  toast({
    variant: 'destructive',
    title: i18n.t('printing.failed'),
    description: i18n.t(error instanceof PopupBlockedError ? 'printing.blocked' : 'printing.failedDescription'),
  })
}

function sayNotRecorded(error: unknown): void {
  toast({ variant: 'destructive', title: i18n.t('printing.notRecorded'), description: errorMessage(error) })
}

/** Says on an order's card whether its last print failed (docs/product.md#receipts-failed). */
export function setPrintFailed(id: number, failed: boolean): void {
  const orders = new Set(useFailedPrints.getState().orders)
  if (failed) orders.add(id)
  else orders.delete(id)
  useFailedPrints.setState({ orders })
}
