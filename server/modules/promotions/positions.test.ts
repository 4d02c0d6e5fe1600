import { describe, expect, it } from 'vitest'
import { LUNCH, promotionsFixture } from './fixtures/promotions.ts'

const { add, call, create, listAll, titles } = promotionsFixture()

async function expectPositionsWithoutGaps() {
  const positions = (await listAll()).map(({ order }) => order)
  expect(positions).toEqual([...positions.keys()].map((i) => i + 1))
}

describe('the order of promotions', () => {
  const move = (id: number, body: unknown) => call('POST', `/${id}/move`, body)
  const addMany = async (count: number) => {
    for (let n = 1; n <= count; n++) await add(`P${n}`)
    return (await listAll()).map(({ id }) => id)
  }

  it('changes by one and to any position, except the first one up and the last one down', async () => {
    const [first = 0, second = 0, third = 0] = await addMany(3)
    const moved = await move(second, { direction: 'up' })
    expect([moved.statusCode, moved.json()]).toEqual([200, await listAll()])
    expect(await titles()).toEqual(['P2', 'P1', 'P3'])
    await move(second, { direction: 'up' })
    await move(third, { direction: 'down' })
    expect(await titles()).toEqual(['P2', 'P1', 'P3'])
    await move(second, { to: 3, order: 1 })
    expect(await titles()).toEqual(['P1', 'P3', 'P2'])
    await move(second, { to: 1 })
    await move(first, { direction: 'down', order: 2 })
    expect(await titles()).toEqual(['P2', 'P3', 'P1'])
    await expectPositionsWithoutGaps()
  })

  it('is not changed if the position is not the one that the caller saw, or is beyond the end', async () => {
    const [first = 0] = await addMany(2)
    const outdated = await move(first, { direction: 'down', order: 2 })
    expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'place_changed'])
    expect((await move(first, { to: 3 })).json().issues).toEqual([{ path: 'to', message: 'At most 2' }])
    expect((await move(first, {})).json().issues).toEqual([{ path: '', message: 'Give either a direction or a place' }])
    expect((await move(999_999, { direction: 'up' })).statusCode).toBe(404)
  })

  it('has no gap after one is deleted', async () => {
    const [, second = 0] = await addMany(3)
    const deleted = await call('DELETE', `/${second}`)
    expect([deleted.statusCode, deleted.body]).toEqual([204, ''])
    expect(await titles()).toEqual(['P1', 'P3'])
    await expectPositionsWithoutGaps()
    expect((await call('DELETE', `/${second}`)).statusCode).toBe(404)
  })

  it('has no gaps after concurrent changes by several owners', async () => {
    const ids = await addMany(8)
    const [deletedId = 0, ...rest] = ids
    const responses = await Promise.all([
      ...rest.flatMap((id, i) => [move(id, { to: ((i * 5) % 7) + 1 }), move(id, { direction: 'up' })]),
      call('DELETE', `/${deletedId}`),
      ...Array.from({ length: 3 }, (_, n) => create({ ...LUNCH, title: `New ${n}` })),
    ])
    for (const { statusCode } of responses) expect([200, 201, 204]).toContain(statusCode)
    await expectPositionsWithoutGaps()
    const after = (await listAll()).map(({ id }) => id)
    expect(after.filter((id) => ids.includes(id)).toSorted()).toEqual(rest.toSorted())
    // Two requests based on the same list: only the first one succeeds.
    const [top = 0] = after
    const responsesToBoth = await Promise.all([move(top, { to: 3, order: 1 }), move(top, { to: 5, order: 1 })])
    expect(responsesToBoth.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})
