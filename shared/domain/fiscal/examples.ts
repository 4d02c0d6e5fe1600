import type { FiscalLine, FiscalReceipt } from '#shared/contracts/fiscal.ts'

/* Receipts that an owner and the service firm of a device read before the first real one. Methods: 1 is cash, 2 card. */

const item = (name: string, unitPrice: number, quantity: number, vat: number | null, discount = 0): FiscalLine => ({
  ...{ kind: 'item', name, unit: 'buc', unitPrice, quantity: quantity * 1000, vat, discount },
})
const of = (lines: FiscalLine[], payments: [method: number, amount: number][], taxNumber: string | null = null) => ({
  ...{ lines, payments: payments.map(([method, amount]) => ({ method, amount })), taxNumber },
})

export const EXAMPLES = {
  rates: of([item('Ciorbă de burtă', 1800, 2, 11), item('Bere 0.5 L', 1500, 1, 21)], [[2, 5100]]),
  discount: of([item('Pizza', 3200, 2, 11, 696), item('Vin roșu', 2800, 1, 21, 304)], [[2, 8200]]),
  tip: of(
    [item('Cina', 12_000, 1, 11), { ...item('Bacșiș', 1200, 1, null), kind: 'tip' }],
    [
      [1, 3200],
      [2, 10_000],
    ],
  ),
  company: of([item('Prânz', 9000, 1, 11)], [[2, 9000]], 'RO12345674'),
  deposit: of(
    [item('Cola 0.33 L', 900, 2, 21), { ...item('Garanție SGR', 50, 2, null), kind: 'deposit' }],
    [[1, 1900]],
  ),
  setMenu: of([item('Meniul zilei mâncare', 3400, 1, 11), item('Meniul zilei băutură', 1100, 1, 21)], [[2, 4500]]),
} satisfies Record<string, FiscalReceipt>
