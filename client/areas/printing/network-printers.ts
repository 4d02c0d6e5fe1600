import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { getPrinters, Printer, requestPrint } from '#shared/contracts/printers.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { areaKey, queryClient } from '../../lib/api/query.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { i18n, toast } from '../../ui/index.ts'
import { toastNotPrinted } from './print-document.ts'

// Bare: the floor and the kitchen print too, and have no room for the schemas.
const printersEndpoint: BareEndpoint<typeof getPrinters> = { method: 'GET', path: '/api/printers' }
const printEndpoint: BareEndpoint<typeof requestPrint> = {
  method: 'POST',
  path: '/api/printers/:id/print',
  status: 201,
}

/** The printers on the network, refetched on CHANGED `printers`. */
export function usePrinters() {
  return useQuery({
    queryKey: areaKey('printers'),
    queryFn: ({ signal }) => callApi(printersEndpoint, { signal }),
  })
}

/**
 * Prints a document at the first printer on the network that prints such documents, as far as this page knows the
 * printers (`usePrinters`).
 * @param isFor whether a printer is one for this document
 * @returns false if there is none: this device prints it
 */
export function printAtPrinter(
  wanted: z.input<typeof requestPrint.body>,
  isFor: (printer: Printer) => boolean = () => true,
): boolean {
  const printer = queryClient
    .getQueryData<Printer[]>(areaKey('printers'))
    ?.find((one) => one.isActive && one.documents.includes(wanted.document) && isFor(one))
  if (!printer) return false
  sendChange(printEndpoint, {
    params: { id: String(printer.id) },
    body: wanted,
    headers: { 'Idempotency-Key': randomKey() },
  }).then(() => toast({ title: i18n.t('printing.sentTo', { name: printer.name }) }), toastNotPrinted)
  return true
}
