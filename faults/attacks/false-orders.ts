import { COLLIDING_KEYS } from '#server/testing/colliding-texts.ts'
import { type Attack, orderBody, post, repeat } from './means.ts'
import { request } from './target.ts'

export const falseOrderAttacks = {
  // Each order is valid, and each address stays within its limit; what costs money are the messages to the owner.
  'fake orders from many addresses': (target, isOver) =>
    repeat(4, isOver, (i) => {
      const from = `127.0.5.${1 + (i % 250)}`
      return request(target, '/api/orders', { ...post(orderBody(target, { diningOption: 'takeaway' })), from })
    }),

  // An answered order is repeated without the limit on orders; here it would hold a lock of Masa meanwhile.
  'repeats of orders whose keys are made for Masa’s own locks': (target, isOver) => {
    const body = orderBody(target, { diningOption: 'takeaway' })
    return repeat(60, isOver, (i) => {
      const [, key] = COLLIDING_KEYS[i % COLLIDING_KEYS.length] ?? []
      return request(target, '/api/orders', post(body, { 'idempotency-key': key ?? '' }))
    })
  },
} satisfies Record<string, Attack>
