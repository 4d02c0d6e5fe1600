import { lock, type Tx } from '#server/db/index.ts'
import { priceRules, printers, programs, webhooks } from '#server/db/schema/index.ts'
import { AppError } from './app-error.ts'

const LISTS = { printers, webhooks, programs, rules: priceRules }

/** Requires room for one more in a list, to which nobody else adds until the transaction ends. @throws AppError `too_many_…` */
export async function atMost(tx: Tx, list: keyof typeof LISTS, most: number): Promise<void> {
  await lock(tx, list === 'rules' ? 'menu' : list)
  if ((await tx.$count(LISTS[list])) >= most) throw new AppError(`too_many_${list}`)
}
