import { describe, expect, it } from 'vitest'
import { importsFixture } from './fixtures/imports.ts'

const { categoryRows, changeMany, exportMenu, exportedBefore, lastImport, server, undo } = importsFixture()

describe('changing several dishes', () => {
  it('changes their prices, rounded half up', async () => {
    const body = { ids: [server.soup, server.pizza, server.soup], change: { price: { percent: 10, roundTo: 50 } } }
    const preview = await changeMany({ ...body, dryRun: true })
    expect(preview.changed.map(({ changes }) => changes)).toEqual([
      [{ column: 'price', old: '2850', new: '3150' }],
      [{ column: 'price', old: '4200', new: '4600' }],
    ])
    expect(preview.message).toBeUndefined()
    expect(await exportMenu()).toBe(exportedBefore())
    expect(await changeMany({ ...body, menu: preview.menu })).toMatchObject({
      status: 200,
      message: '2 dishes changed',
      left: 1,
    })
    expect(await changeMany({ ...body, menu: preview.menu })).toMatchObject({ status: 409, code: 'menu_changed' })
    expect(await lastImport()).toMatchObject({ kind: 'bulk', added: 0, changed: 2 })
    expect((await undo()).statusCode).toBe(200)
  })

  it('hides and shows them, and moves them to an existing or a new category', async () => {
    expect((await changeMany({ ids: [server.soup], change: { isActive: false } })).changed).toHaveLength(1)
    expect((await changeMany({ ids: [server.soup], change: { isActive: false } })).message).toBe(
      'Nothing to change: the menu is like this already',
    )
    await undo()
    await changeMany({ ids: [server.soup], change: { category: 'Specials' } })
    expect((await categoryRows()).at(-1)).toMatchObject({ name: 'Specials', nameRo: '', isActive: true })
    expect((await undo()).statusCode).toBe(200)
    // A dish that came back is the last of its category.
    const rows = (csv: string) => csv.split('\r\n').sort()
    expect(rows(await exportMenu())).toEqual(rows(exportedBefore()))
  })

  it('changes none if an id is unknown or a new price is out of range', async () => {
    const { status, code, bad } = await changeMany({
      ids: [server.soup, 999, server.pizza],
      change: { price: { add: -3000 } },
    })
    expect([status, code]).toEqual([400, 'bad_rows'])
    expect(bad).toEqual([
      { line: 1, column: 'price', message: 'At least 0' },
      { line: 2, column: 'id', message: 'No dish has this id' },
    ])
    const tooHigh = await changeMany({ ids: [server.soup], change: { price: { add: 100_000_000 } } })
    expect(tooHigh.bad).toEqual([{ line: 1, column: 'price', message: 'At most 100000000' }])
    expect(await exportMenu()).toBe(exportedBefore())
    expect((await changeMany({ ids: [server.soup], change: { price: { add: 1, percent: 1 } } })).status).toBe(400)
  })
})
