import type { FiscalState, getFiscal, MadeReceipt } from '#shared/contracts/fiscal.ts'
import { LATE_MS } from '#shared/domain/printing/printers.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'

// Not the contract itself: few restaurants have a fiscal device.
export const fetchReceipts = async (signal: AbortSignal, orderId?: number) =>
  (await callApi<typeof getFiscal>('GET /api/fiscal', { query: orderId ? { orderId: String(orderId) } : {}, signal }))
    .receipts

/** The receipts about which something is still to be done. */
export const openReceipts = {
  queryKey: [...areaKey('fiscal'), 'open'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchReceipts(signal),
}

const UNSETTLED: readonly FiscalState[] = ['waiting', 'handed', 'refused', 'unclear']

/** Whether it is not known to be printed, nor keyed in. */
export const isUnsettled = ({ state }: MadeReceipt): boolean => UNSETTLED.includes(state)

/** Whether it should have printed by now. */
export const isLateReceipt = (receipt: MadeReceipt, now: number): boolean =>
  isUnsettled(receipt) && now - Date.parse(receipt.at) >= LATE_MS
