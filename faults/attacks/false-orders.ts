import { type Attack, orderBody, post, repeat } from './means.ts'
import { request } from './target.ts'

export const falseOrderAttacks = {
  // Each order is valid, and each address stays within its limit; what costs money are the messages to the owner.
  'fake orders from many addresses': (target, isOver) =>
    repeat(4, isOver, (i) => {
      const from = `127.0.5.${1 + (i % 250)}`
      return request(target, '/api/orders', { ...post(orderBody(target, { diningOption: 'takeaway' })), from })
    }),
} satisfies Record<string, Attack>
