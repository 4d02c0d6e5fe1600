import type { service as en } from '../en/service.ts'
import { billWords } from './owner/bills.ts'
import { floorWords } from './owner/floor.ts'
import { kitchenWords } from './owner/kitchen.ts'
import { liveWords, orderMoveWords, orderWords, soldOutWords, soundWords } from './owner/orders.ts'
import { printingWords } from './owner/printing.ts'

export const service: typeof en = {
  soldOut: soldOutWords,
  live: liveWords,
  sound: soundWords,
  orders: orderWords,
  orderMove: orderMoveWords,
  printing: printingWords,
  bills: billWords,
  floor: floorWords,
  kitchen: kitchenWords,
}
