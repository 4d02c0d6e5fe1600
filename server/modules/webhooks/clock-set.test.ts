import { expect, it } from 'vitest'
import { HOUR_MS, refuse, webhooksFixture } from '#server/testing/webhooks.ts'

const { server, waitFor, listen, placed, list, deliveriesOf, change } = webhooksFixture()
const DAY_MS = 24 * HOUR_MS

it('an address is neither turned off nor noted as failing while the clock may be wrong', async () => {
  const { receiver, webhook } = await listen({ events: ['order.created', 'order.changed'] })
  receiver.answer = refuse
  const refused = (count: number) =>
    waitFor(async () =>
      expect((await deliveriesOf(webhook)).filter(({ responseCode }) => responseCode === 500)).toHaveLength(count),
    )
  const address = async () => (await list())[0]
  server.clock.set(new Date('2026-11-21T12:00:00.000Z'))
  server.clock.jump(-40 * DAY_MS)
  const { id } = await placed()
  await refused(1)
  server.clock.jump(40 * DAY_MS)
  await change(id, 1)
  await refused(2)
  expect(await address()).toMatchObject({ failingSince: null })
  server.clock.set(new Date('2026-11-21T13:00:00.000Z'))
  await change(id, 1)
  await waitFor(async () => expect((await address())?.failingSince).toBe('2026-11-21T13:00:00.000Z'))
  server.clock.jump(80 * HOUR_MS)
  await change(id, 1)
  await refused(4)
  expect(await address()).toMatchObject({ isActive: true, failingSince: '2026-11-21T13:00:00.000Z' })
})
