import { beforeAll, describe, expect, it } from 'vitest'
import { importsFixture } from '#server/testing/imports.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup, OptionGroupInput } from '#shared/contracts/menu/options.ts'

const { asOwner, changeDish, changeMany, exportMenu, importCsv, lastImport, server, undo } = importsFixture()

const options: OptionGroupInput['options'] = [
  {
    name: 'One',
    nameRo: '',
    price: 0,
    times: 1,
    allergenCodes: [],
    menuItemId: null,
    preselected: false,
    isActive: true,
  },
]
async function addGroup(name: string, more: object = {}): Promise<number> {
  const response = await server.call('POST', '/api/menu/options', { name, options, ...more }, asOwner())
  expect(response.statusCode).toBe(201)
  return response.json<OptionGroup>().id
}
const groupsOf = async (id: number) => {
  const menu = (await server.call('GET', '/api/menu', undefined, asOwner())).json<MenuItem[]>()
  return menu.find((dish) => dish.id === id)?.optionGroupIds
}
const cellOf = async (name: string) =>
  (await exportMenu())
    .split('\r\n')
    .find((row) => row.includes(`,${name},`))
    ?.split(',')
    .at(-1)

let sauces: number
let sides: number
let sizes: number
beforeAll(async () => {
  sauces = await addGroup('Sauces, hot', { nameRo: 'Sosuri' })
  sides = await addGroup('Sides')
})

describe('the groups of options of dishes', () => {
  it('are a column of the CSV, whose export changes nothing; own groups are not in it', async () => {
    await changeDish(server.soup, { optionGroupIds: [sides, sauces] })
    sizes = await addGroup('Sizes', { dishId: server.soup })
    await changeDish(server.soup, { optionGroupIds: [sides, sizes, sauces] })
    const csv = await exportMenu()
    expect(csv).toContain('"Sides|Sauces, hot"')
    const unchanged = await importCsv(csv)
    expect([unchanged.status, unchanged.changed, unchanged.added]).toEqual([200, [], 0])
    // Importing another column does not even move the dish's own group.
    await importCsv(`id,price\n${server.soup},2900`)
    expect(await groupsOf(server.soup)).toEqual([sides, sizes, sauces])
    expect((await undo()).statusCode).toBe(200)
    expect(await groupsOf(server.soup)).toEqual([sides, sizes, sauces])
  })

  it('are replaced by a cell, cleared by an empty one, and taken back by the undo, the own ones apart', async () => {
    const replaced = await importCsv(`id,optionGroups\n${server.soup},"SAUCES, hot | sauces, HOT"`)
    expect(replaced.changed).toMatchObject([
      { changes: [{ column: 'optionGroups', old: 'Sides|Sauces, hot', new: 'Sauces, hot' }] },
    ])
    expect(await groupsOf(server.soup)).toEqual([sizes, sauces])
    // Changes of fields that a CSV does not contain do not end the undo.
    const own = await addGroup('Kinds', { dishId: server.soup })
    expect(await lastImport()).toMatchObject({ undoable: true })
    expect((await undo()).statusCode).toBe(200)
    expect(await groupsOf(server.soup)).toEqual([sides, sizes, sauces, own])
    await importCsv(`id,optionGroups\n${server.soup},`)
    expect(await groupsOf(server.soup)).toEqual([sizes, own])
    expect(await cellOf('Bean soup')).toBe('')
    await undo()
    expect((await server.call('DELETE', `/api/menu/options/${own}`, undefined, asOwner())).statusCode).toBe(204)
  })

  it('a group that was deleted since is not taken back', async () => {
    const gone = await addGroup('Gone')
    await changeDish(server.pizza, { optionGroupIds: [gone, sides] })
    await importCsv(`id,optionGroups\n${server.pizza},Sides`)
    await server.call('DELETE', `/api/menu/options/${gone}`, undefined, asOwner())
    expect((await undo()).statusCode).toBe(200)
    expect(await groupsOf(server.pizza)).toEqual([sides])
  })

  it('are named for new dishes too; an unknown name, an own group and too many are bad rows', async () => {
    const added = await importCsv('name,price,category,optionGroups\nToast,900,Test soups,Sides')
    expect(added.added).toBe(1)
    expect(await cellOf('Toast')).toBe('Sides')
    expect((await undo()).statusCode).toBe(200)
    for (let i = 1; i <= 9; i++) await addGroup(`G${i}`)
    const nine = 'G1|G2|G3|G4|G5|G6|G7|G8|G9'
    const wrong = await importCsv(`id,optionGroups\n${server.soup},Sides|Nothing\n${server.pizza},Sizes\n,${nine}`)
    expect([wrong.status, wrong.code]).toEqual([400, 'bad_rows'])
    const unknown = 'No group of options has this English name. Names are separated by |'
    expect(wrong.bad.filter(({ column }) => column === 'optionGroups')).toMatchObject([
      { line: 2, column: 'optionGroups', message: unknown },
      { line: 3, column: 'optionGroups', message: unknown },
      { line: 4, column: 'optionGroups', message: 'At most 8 entries' },
    ])
    // With its own group, the soup would have nine.
    const full = await importCsv(`id,optionGroups\n${server.soup},${nine.slice(0, -3)}`)
    expect(full.bad).toMatchObject([{ line: 2, column: 'optionGroups', message: 'At most 8 entries' }])
    expect(await groupsOf(server.soup)).toEqual([sides, sizes, sauces])
  })

  it('are added to and removed from several dishes at once, with preview and undo', async () => {
    const body = { ids: [server.soup, server.pizza], change: { options: { add: [sauces], remove: [sides] } } }
    const preview = await changeMany({ ...body, dryRun: true })
    expect(preview.changed.map(({ changes }) => changes)).toEqual([
      [{ column: 'optionGroups', old: 'Sides|Sauces, hot', new: 'Sauces, hot' }],
      [{ column: 'optionGroups', old: 'Sides', new: 'Sauces, hot' }],
    ])
    expect(await changeMany({ ...body, menu: preview.menu })).toMatchObject({
      status: 200,
      message: '2 dishes changed',
    })
    expect([await groupsOf(server.soup), await groupsOf(server.pizza)]).toEqual([[sizes, sauces], [sauces]])
    expect((await undo()).statusCode).toBe(200)
    expect([await groupsOf(server.soup), await groupsOf(server.pizza)]).toEqual([[sides, sizes, sauces], [sides]])
    const journal = (await server.call('GET', '/api/journal', undefined, asOwner())).body
    expect(journal).toContain('"what":"options"')
  })

  it('a bulk change of an own or an unknown group, or of nothing, changes no dish', async () => {
    for (const change of [{ add: [sizes] }, { remove: [sizes] }, { add: [999_999] }]) {
      const { status, bad } = await changeMany({ ids: [server.pizza], change: { options: change } })
      expect([status, bad.map(({ column }) => column)]).toEqual([400, ['optionGroups']])
    }
    expect((await changeMany({ ids: [server.pizza], change: { options: {} } })).status).toBe(400)
    expect(await groupsOf(server.pizza)).toEqual([sides])
  })

  it('a required group cannot reach a dish that is an option, neither by CSV nor in bulk', async () => {
    const required = await addGroup('Required', { min: 1 })
    await addGroup('Names the pizza', { options: [{ menuItemId: server.pizza }] })
    const byCsv = await importCsv(`id,optionGroups\n${server.pizza},Required`)
    const inBulk = await changeMany({ ids: [server.pizza], change: { options: { add: [required] } } })
    expect([byCsv.code, inBulk.code]).toEqual(['option_nesting', 'option_nesting'])
    expect(await groupsOf(server.pizza)).toEqual([sides])
  })
})
