import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isoMoment } from '#shared/contracts/base/fields.ts'
import { attemptOf } from './idempotency.ts'

it('a response that is stored has the fields of its contract and no other, in their order, with moments as text', () => {
  const contract = {
    path: '/api/thing',
    stored: 'other',
    response: z.object({ id: z.int(), sum: z.int(), at: isoMoment }),
  } as const
  const row = { tokenHash: 'secret', at: new Date('2026-11-20T18:00:00Z'), sum: 2 ** 60, id: 1 }
  for (const headers of [{}, { 'idempotency-key': 'one' }])
    expect(attemptOf(contract, { headers }, null).bodyOf(row)).toBe(
      `{"id":1,"sum":${Number.MAX_SAFE_INTEGER},"at":"2026-11-20T18:00:00.000Z"}`,
    )
})
