import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_FRAME_BURST } from '#shared/contracts/live.ts'
import { additionOf, type CarriedLine, keyOfLine, shownTable } from '../client/areas/shared-sessions/table-cart.ts'
import type { Random } from './random.ts'
import type { TablePhone } from './table-phone.ts'

type Dish = CarriedLine['dish']

/** Minimum acts of a guest in one round, even on a slow machine. */
const MIN_ACTS = 25

export interface TableDishes {
  /** The dishes that guests add, change and remove. */
  dishes: readonly Dish[]
  /** Guests only ever add this dish, so that it can be counted. */
  countedDish: Dish
  /** The options of the other dishes. */
  options: readonly { id: number; price: number }[]
}

/** A line of a dish with options chosen at random, some of them twice, and sometimes a note. */
function lineOf(dish: Dish, quantity: number, { options }: TableDishes, chosen: number): CarriedLine {
  const taken = options.filter((_, i) => (chosen >> i) & 1).flatMap((one, i) => (i === chosen % 4 ? [one, one] : [one]))
  const price = taken.reduce((sum, one) => sum + one.price, dish.price)
  return {
    dish: { ...dish, price },
    quantity,
    options: taken.map(({ id }) => id),
    ...(chosen % 3 === 0 && { notes: `note ${chosen % 2}` }),
  }
}

/**
 * Uses a phone until the round is over: mostly changes the cart, sometimes reloads, leaves or loses the connection.
 * @returns the number of acts
 */
export async function dine(
  phone: TablePhone,
  table: TableDishes,
  random: Random,
  isOver: () => boolean,
): Promise<number> {
  let acts = 0
  while (!isOver() || acts < MIN_ACTS) {
    if (await act(phone, table, random)) acts += 1
    await sleep(20 + random.below(60))
  }
  return acts
}

/** Does one random act. @returns false if the phone could not do it */
async function act(phone: TablePhone, table: TableDishes, random: Random): Promise<boolean> {
  const { dishes, countedDish } = table
  const chance = random.below(100)
  const chosen = random.below(1000)
  const quantity = random.below(7)
  if (!phone.joined) {
    // Some guests choose dishes before they join.
    if (quantity < 4 && phone.own.length === 0) phone.own = makeCart(table, chosen)
    await phone.join()
    return true
  }
  // Taps do nothing before the phone is connected.
  if (chance < 86 && !phone.isReady) return false
  const dish = dishes[chosen % dishes.length] ?? countedDish
  if (chance < 30) phone.change(additionOf(lineOf(dish, 1 + (quantity % 3), table, chosen)))
  else if (chance < 45) phone.change({ kind: 'add', dish: countedDish, quantity: 1 })
  else if (chance < 58) setLine(phone, table, chosen, quantity)
  else if (chance < 68) removeLine(phone, countedDish.id, chosen)
  else if (chance < 80) phone.change({ kind: 'ready', isReady: quantity < 5 })
  else if (chance < 84) phone.repeat()
  else if (chance < 85) phone.getCart()
  else if (chance < 86) {
    // So many frames at once that the server drops the next change.
    phone.getCart(MAX_FRAME_BURST)
    phone.change({ kind: 'add', dish: countedDish, quantity: 1 })
  } else if (chance < 90) phone.drop()
  else if (chance < 92) await phone.leave()
  else if (chance < 94) {
    // Rejoins the same session at once.
    await phone.leave()
    await phone.join()
  } else if (chance < 98) await phone.complete()
  else phone.reload()
  return true
}

function makeCart(table: TableDishes, chosen: number): CarriedLine[] {
  const { dishes, countedDish } = table
  const otherLines = dishes
    .slice(chosen % 5, (chosen % 5) + (chosen % 25))
    .map((dish, i) => lineOf(dish, 1 + (i % 3), table, chosen + i))
  return [{ dish: countedDish, quantity: 1 + (chosen % 3) }, ...otherLines]
}

const linesExcept = (phone: TablePhone, countedDish: number) =>
  (phone.page ? shownTable(phone.page.state).lines : []).filter(({ menuItemId }) => menuItemId !== countedDish)

function setLine(phone: TablePhone, table: TableDishes, chosen: number, quantity: number): void {
  const ownLines = linesExcept(phone, table.countedDish.id).filter(
    ({ participantId }) => participantId === phone.page?.state.ownId,
  )
  const line = ownLines[chosen % ownLines.length]
  if (!line) return
  const notes = quantity % 2 ? { notes: `note ${chosen % 10}` } : {}
  const dish = table.dishes.find(({ id }) => id === line.menuItemId)
  const other = quantity > 3 && dish ? lineOf(dish, quantity, table, chosen) : undefined
  const options = other && { options: other.options ?? [], price: other.dish.price }
  phone.change({ kind: 'set', menuItemId: line.menuItemId, line: keyOfLine(line), quantity, ...notes, ...options })
}

function removeLine(phone: TablePhone, countedDish: number, chosen: number): void {
  const lines = linesExcept(phone, countedDish)
  const line = lines[chosen % lines.length]
  if (line && line.id > 0) phone.change({ kind: 'remove', itemId: line.id })
}
