import type { service as en } from '../en/service.ts'
import type { Romanian } from '../translate.ts'
import { billWords, floorWords } from './owner/floor.ts'
import { kitchenWords } from './owner/kitchen.ts'
import { nextReservationWords } from './owner/next-reservation.ts'
import { dueWords, liveWords, orderMoveWords, orderWords, soldOutWords, soundWords } from './owner/orders.ts'
import { printingWords } from './owner/printing.ts'
import { sessionErrors, sessionWords } from './owner/session.ts'

export const service: Romanian<typeof en> = {
  common: {
    clearSearch: 'Ștergeți căutarea',
    save: 'Salvați',
    print: 'Tipăriți',
    showLess: 'Mai puține',
    move: 'Mutați',
    notChanged: 'Modificarea nu a putut fi salvată',
  },
  errors: sessionErrors,
  auth: sessionWords,
  soldOut: soldOutWords,
  live: liveWords,
  sound: soundWords,
  orders: orderWords,
  orderMove: orderMoveWords,
  printing: printingWords,
  bills: billWords,
  floor: floorWords,
  kitchen: kitchenWords,
  reservations: nextReservationWords,
  due: dueWords,
}
