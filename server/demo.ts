import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { linesTotal } from '#shared/domain/money.ts'
import type { Database } from './db/index.ts'
import { loadSample, sampleOrders } from './db/sample/index.ts'
import { ensureOwner } from './modules/accounts/index.ts'
import { dishesToday } from './modules/menu/index.ts'
import { changeStatus, placeOrder } from './modules/orders/index.ts'

export interface SignIn {
  username: string
  password: string
}

const MINUTE_MS = 60_000

/**
 * Makes the sample restaurant in an empty database: menu, tables, owner, and some orders, which are taken and moved on
 * by the same rules as real ones.
 */
export async function loadDemo(db: Database, owner: SignIn, now: Date): Promise<void> {
  const loaded = await loadSample(db, now)
  await ensureOwner(db, owner.username, owner.password, now)
  if (!loaded) return
  for (const sample of sampleOrders) {
    const at = new Date(now.getTime() - sample.minutesAgo * MINUTE_MS)
    const items = sample.lines.map(([nameRo, quantity, notes]) => ({
      menuItemId: loaded.dishIds.get(nameRo) ?? 0,
      quantity,
      notes: notes ?? null,
    }))
    const dishes = await dishesToday(
      db,
      items.map(({ menuItemId }) => menuItemId),
    )
    const total = linesTotal(items.map((item) => ({ ...item, price: dishes.get(item.menuItemId)?.price ?? 0 })))
    const input = {
      items,
      total,
      tableId: (sample.table && loaded.tableIds.get(sample.table)) ?? null,
      diningOption: sample.diningOption,
      customerName: sample.guest?.name ?? `Masa ${sample.table}`,
      phoneNumber: sample.guest?.phone ?? PLACEHOLDER_PHONE,
      email: sample.guest?.email ?? null,
      notes: sample.notes ?? null,
    }
    const answer = await placeOrder(db, { input, attempt: undefined, admit: async () => {}, now: at })
    const { id } = JSON.parse(answer) as PlacedOrder
    if (sample.status !== 'pending') await changeStatus(db, id, sample.status, null, at)
  }
}

/** The demo owner's sign-in: the password is made once and kept beside the data, so that each start can print it. */
export function demoSignIn(dataDir: string): SignIn {
  const file = path.join(dataDir, 'owner-password')
  if (!existsSync(file)) writeFileSync(file, `${readablePassword()}\n`, { mode: 0o600 })
  return { username: 'owner', password: readFileSync(file, 'utf8').trim() }
}

// Without letters and digits that are taken for one another: it is read from a screen and typed on a phone.
function readablePassword(): string {
  const letters = 'abcdefghkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [part(), part(), part()].join('-')
}
