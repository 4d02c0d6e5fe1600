import { type Attack, orderOf, post, repeat } from './means.ts'
import { request } from './target.ts'

export const falseOrderAttacks = {
  // Each order is valid, and each address stays within its limit: only the messages to the owner cost money.
  'orders that are all false, from many addresses': (target, isOver) =>
    repeat(4, isOver, (i) => {
      const from = `127.0.5.${1 + (i % 250)}`
      return request(target, '/api/orders', { ...post(orderOf(target, { diningOption: 'takeaway' })), from })
    }),
} satisfies Record<string, Attack>
