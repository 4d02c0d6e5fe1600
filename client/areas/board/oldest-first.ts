import { createValue } from '../../lib/browser/create-value.ts'
import { storedWord } from '../../lib/browser/storage.ts'

const storedOrder = storedWord('board-order', ['oldest'] as const)

/** Whether open orders are listed oldest first, as chosen on this device. */
export const oldestFirst = createValue(storedOrder.read() === 'oldest')

export function setOldestFirst(isOldestFirst: boolean): void {
  storedOrder.write(isOldestFirst ? 'oldest' : undefined)
  oldestFirst.set(isOldestFirst)
}
