import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/tables.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

describe('leaving a session', () => {
  it("removes the participant's lines; when the last participant leaves, the session ends and the table is free", async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    ana.add(server.soup)
    dan.add(server.pizza)
    await ana.waitForCart({ [server.soup]: 1, [server.pizza]: 1 })
    expect((await dan.leave()).status).toBe(204)
    await ana.waitForCart({ [server.soup]: 1 })
    await dan.frame('ERROR')
    expect((await dan.leave()).status).toBe(204)
    expect(await tableStatus(server, table.id)).toBe('occupied')
    await ana.leave()
    expect(await tableStatus(server, table.id)).toBe('available')
    expect((await new Phone(url).call('POST', `/api/shared-sessions/${ana.joined.id}/leave`)).status).toBe(404)
  })

  it('and joining again makes the guest the same participant, without lines', async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    dan.add(server.pizza)
    await ana.waitForCart({ [server.pizza]: 1 })
    await dan.leave()
    await ana.waitForCart({})
    const rejoined = await dan.join(table.id, 'Dan')
    expect(rejoined.participant).toMatchObject({ id: dan.joined.participant.id, guestNumber: 2, isReady: false })
    await dan.enter()
    expect(dan.cart()).toEqual([])
  })
})

describe('leaving a session in another tab', () => {
  it.each([
    ['while it goes on', ['Ana', 'Dan']],
    ['as the last participant', ['Dan']],
  ])('%s sends the other tab session_not_found, not session_over', async (_, names) => {
    const table = await newTable(server)
    const dan = (await seat(url, table.id, names)).at(-1)
    if (!dan) throw new Error('no guests were seated')
    expect((await dan.leave()).status).toBe(204)
    expect((await dan.frame('ERROR')).payload.code).toBe('session_not_found')
    dan.add(server.soup, 1, 1)
    expect(await dan.frame('ERROR', 2)).toMatchObject({ ref: 1, payload: { code: 'session_not_found' } })
    await dan.open()
    dan.sendJoin()
    expect((await dan.frame('ERROR')).payload.code).toBe('session_not_found')
  })
})
