import type { MadeReceipt } from '#shared/contracts/fiscal.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** A receipt of two orders that was made so many seconds ago. */
export const sampleReceipt = (fields: Partial<MadeReceipt> = {}, seconds = 30): MadeReceipt => ({
  ...{ id: 1, name: 'a', kind: 'receipt', orderIds: [11, 12], guestName: null, taxNumber: null },
  lines: [
    { kind: 'item', name: 'Ciorbă', unit: 'buc', unitPrice: 1800, quantity: 2000, vat: 11, discount: 0 },
    { kind: 'tip', name: 'Bacșiș', unit: 'buc', unitPrice: 400, quantity: 1000, vat: null, discount: 0 },
  ],
  payments: [{ method: 2, amount: 4000 }],
  ...{ state: 'waiting', number: null, code: null, info: null, at: ago(seconds), changedAt: ago(seconds), by: 'ana' },
  ...{ decidedBy: null, lateAnswer: null, undoneAt: null },
  ...fields,
})
