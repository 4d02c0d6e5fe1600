import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, json, orderBody, post, repeat } from './means.ts'
import { SEATS_BEFORE_KEYS } from './seats.ts'
import { request } from './target.ts'

export const tableAttacks = {
  'guessed table keys': (target, isOver) =>
    repeat(20, isOver, async (i) => {
      const guess = { tableId: target.stock.tables[i % target.stock.tables.length], tableKey: `guess${i}` }
      const body = json({ ...guess, name: 'Nobody' })
      await (i % 2 === 0
        ? request(target, '/api/orders', post(orderBody(target, guess)))
        : request(target, '/api/shared-sessions', post(body)))
      await sleep(2)
    }),
} satisfies Record<string, Attack>

const GUESTS_WITHOUT_PHONES = 'a guest at every table without a connected phone'
/** No table may be occupied after this attack. */
export const LEAVES_TABLES_FREE: ReadonlySet<string> = new Set([GUESTS_WITHOUT_PHONES, 'guessed table keys'])

/** SQL that prepares an attack: frees the tables if that matters, and requires table keys if the attack guesses them. */
export function preparationOf(name: string): string {
  const free = `update shared_sessions set status = 'cancelled' where status = 'active';
    update tables set status = 'available';`
  const keys = `update settings set table_keys_required = ${name in tableAttacks};`
  return LEAVES_TABLES_FREE.has(name) || name === SEATS_BEFORE_KEYS ? free + keys : keys
}
