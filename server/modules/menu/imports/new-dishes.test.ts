import { describe, expect, it } from 'vitest'
import { importsFixture } from './fixtures/imports.ts'

const { asOwner, changeDish, dishRows, exportMenu, exportedBefore, importCsv, send, server, undo } = importsFixture()

describe('a dish without an English name', () => {
  it('has the Romanian one, which follows it until another name is written; taking the import back takes all back', async () => {
    await send({ list: 'Test soups\nCiorbă de văcuță 25' })
    const [dish] = (await dishRows()).filter(({ nameRo }) => nameRo === 'Ciorbă de văcuță')
    const id = dish?.id ?? 0
    const changed = async (change: object) => (await changeDish(id, change)).json()
    expect(dish).toMatchObject({ name: 'Ciorbă de văcuță', nameIsFallback: true })
    expect(await changed({ nameRo: 'Ciorbă' })).toMatchObject({ name: 'Ciorbă', nameIsFallback: true })
    expect(await changed({ name: 'Ciorbă', nameRo: 'Borș' })).toMatchObject({ name: 'Borș', nameIsFallback: true })
    expect(await importCsv(`id,nameRo\n${id},Supă`)).toMatchObject({
      changed: [{ changes: [{ column: 'name', new: 'Supă' }, { column: 'nameRo' }] }],
    })
    expect((await changed({ name: 'Sour soup' })).nameIsFallback).toBe(false)
    expect((await undo()).statusCode).toBe(409)
    expect(await changed({ name: 'Supă' })).toMatchObject({ nameIsFallback: false })
    await server.call('DELETE', `/api/menu/${id}`, undefined, asOwner())
  })

  it('is as it was after its import was taken back', async () => {
    await send({ list: 'Test soups\nCiorbă de văcuță 25' })
    const before = (await dishRows()).find(({ nameIsFallback }) => nameIsFallback)
    const id = before?.id ?? 0
    await importCsv(`id,name\n${id},Beef soup`)
    expect((await dishRows()).find((dish) => dish.id === id)?.nameIsFallback).toBe(false)
    await undo()
    const { version, updatedAt, ...names } = before ?? {}
    expect((await dishRows()).find((dish) => dish.id === id)).toMatchObject(names)
    await server.call('DELETE', `/api/menu/${id}`, undefined, asOwner())
  })
})

describe('alcohol among new dishes', () => {
  it('is marked as 18+ only where the owner confirms it', async () => {
    const list = 'Test soups\nTripe soup 30\nVin de casă 12\nUrsus, bere 10\nVin fiert 9'
    const preview = (await send({ list }, '?dryRun=true')).json()
    expect(preview.adultsOnly).toEqual([
      { line: 3, name: 'Vin de casă' },
      { line: 4, name: 'Ursus, bere' },
      { line: 5, name: 'Vin fiert' },
    ])
    await send({ list, adultsOnly: '2,3,4' })
    const tags = (await dishRows()).slice(-4).map((dish) => [dish.name, ...dish.tags])
    expect(tags).toEqual([['Tripe soup'], ['Vin de casă', 'alcohol'], ['Ursus, bere', 'beer'], ['Vin fiert']])
    await undo()
    expect(await exportMenu()).toBe(exportedBefore())
    const wrong = await send({ list, adultsOnly: '3;4' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_input'])
  })
})
