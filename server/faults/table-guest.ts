import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { TablePhone } from './table-phone.ts'

export interface Table {
  /** What guests choose from, change and take away from one another. */
  dishes: readonly number[]
  /** Of this one they only ever add, so that it can be counted. */
  countedDish: number
}

/** What a guest does with a phone until it is over: mostly changes of the cart, now and then something worse. */
export async function dine(phone: TablePhone, table: Table, random: Random, isOver: () => boolean): Promise<number> {
  let acts = 0
  for (; !isOver(); acts++) {
    await act(phone, table, random)
    await sleep(30 + random.below(90))
  }
  return acts
}

async function act(phone: TablePhone, { dishes, countedDish }: Table, random: Random): Promise<void> {
  if (!phone.joined) return phone.join()
  const chance = random.below(100)
  const chosen = random.below(1000)
  const quantity = random.below(7)
  // Before a phone is connected, what is tapped does nothing.
  if (chance < 86 && !phone.isCurrent) return
  if (chance < 30)
    phone.change('ADD_ITEM', { menuItemId: dishes[chosen % dishes.length], quantity: 1 + (quantity % 3) })
  else if (chance < 45) phone.change('ADD_ITEM', { menuItemId: countedDish, quantity: 1 }, true)
  else if (chance < 58) setLine(phone, countedDish, chosen, quantity)
  else if (chance < 68) removeLine(phone, countedDish, chosen)
  else if (chance < 80) phone.change('SET_READY', { isReady: quantity < 5 })
  else if (chance < 84) phone.repeat()
  else if (chance < 86) phone.getCart()
  else if (chance < 91) phone.drop()
  else if (chance < 93) await phone.leave()
  else if (chance < 98) await phone.complete()
  else phone.reload()
}

function setLine(phone: TablePhone, countedDish: number, chosen: number, quantity: number): void {
  const mine = phone.lines.filter(({ menuItemId }) => menuItemId !== countedDish)
  const line = mine[chosen % mine.length]
  if (!line) return
  const notes = quantity % 2 ? { notes: `note ${chosen % 10}` } : {}
  phone.change('SET_ITEM', { itemId: line.id, quantity, ...notes })
}

function removeLine(phone: TablePhone, countedDish: number, chosen: number): void {
  const others = phone.lines.filter(({ menuItemId }) => menuItemId !== countedDish)
  const line = others[chosen % others.length]
  if (line) phone.change('REMOVE_ITEM', { itemId: line.id })
}
