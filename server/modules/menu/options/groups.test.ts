import { describe, expect, it } from 'vitest'
import { menuOptions, optionGroups } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'

const server = testServer()
const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers: Record<string, string> = {}) =>
  server.asOwner(method, `/api/menu${path}`, body, headers)
const post = (group: object) => call('POST', '/options', group)
const ONE = [{ name: 'One' }]
const outcome = (response: { statusCode: number; json(): { code?: string } }) => [
  response.statusCode,
  response.json().code,
]
const owners = async () => (await server.asOwner('GET', '/api/menu/options')).json<OptionGroup[]>()

describe('a group of options', () => {
  it.each<[string, object]>([
    ['the largest number below the smallest', { name: 'A', min: 2, max: 1, options: ONE }],
    ['a dish that does not exist', { name: 'A', options: [{ menuItemId: 999_999 }] }],
  ])('with %s is refused', async (_, group) => {
    expect(outcome(await post(group))).toEqual([400, 'invalid_input'])
    expect(await owners()).toEqual([])
  })

  it('has a name once, ignoring case and diacritics, but a dish’s own group may have it too', async () => {
    const { id } = (await post({ name: 'Șize', options: ONE })).json<OptionGroup>()
    expect(outcome(await post({ name: 'SIZE', options: ONE }))).toEqual([409, 'group_exists'])
    expect((await post({ name: 'Size', dishId: server.soup, options: ONE })).statusCode).toBe(201)
    const other = (await post({ name: 'Other', options: ONE })).json<OptionGroup>()
    const renamed = await call('PATCH', `/options/${other.id}`, { ...other, name: 'șIZE', options: [] })
    expect(outcome(renamed)).toEqual([409, 'group_exists'])
    const copyOnce = () => call('POST', `/options/${id}/copy`, undefined, { 'idempotency-key': 'one-copy' })
    const copy = (await copyOnce()).json<OptionGroup>()
    expect((await copyOnce()).json()).toEqual(copy)
    expect((await owners()).filter(({ name }) => name.startsWith('Șize'))).toHaveLength(2)
    expect([copy.name, copy.dishId, copy.usedBy, copy.options.length]).toEqual(['Șize (2)', null, [], 1])
    for (const group of await owners()) await call('DELETE', `/options/${group.id}`)
  })

  it('is saved over the version that was seen alone; the refusal has the group as it is', async () => {
    const group = (await post({ name: 'Sides', options: [{ name: 'Fries' }, { name: 'Rice' }] })).json<OptionGroup>()
    const seen = { 'if-match': `"${group.version}"` }
    const [fries, rice] = group.options
    const renamed = {
      ...group,
      name: 'Side',
      options: [
        { ...rice, name: 'Wild rice' },
        { name: 'Salad', price: 200 },
      ],
    }
    const saved = await call('PATCH', `/options/${group.id}`, renamed, seen)
    expect(saved.json<OptionGroup>().options.map(({ id, name }) => [id === rice?.id, name])).toEqual([
      [true, 'Wild rice'],
      [false, 'Salad'],
    ])
    // The repetition of a change whose response was lost, which adds the new option no second time.
    expect((await call('PATCH', `/options/${group.id}`, renamed, seen)).json()).toEqual(saved.json())
    const late = await call('PATCH', `/options/${group.id}`, { ...group, name: 'Mine', options: [] }, seen)
    expect(outcome(late)).toEqual([409, 'options_changed'])
    expect(late.json().optionGroup).toEqual(saved.json())
    const strange = { ...group, name: 'Side', options: [{ ...fries }] }
    expect(outcome(await call('PATCH', `/options/${group.id}`, strange))).toEqual([400, 'invalid_input'])
    await call('DELETE', `/options/${group.id}`)
  })

  it('with dishes: no option is a dish with required choices, whichever comes first', async () => {
    const required = (await post({ name: 'Doneness', min: 1, max: 1, options: ONE })).json<OptionGroup>()
    await call('PATCH', `/${server.soup}`, { optionGroupIds: [required.id] })
    expect(outcome(await post({ name: 'Menu', options: [{ menuItemId: server.soup }] }))).toEqual([
      409,
      'option_nesting',
    ])
    await call('PATCH', `/${server.soup}`, { optionGroupIds: [] })
    expect((await post({ name: 'Menu', options: [{ menuItemId: server.soup }] })).statusCode).toBe(201)
    expect(outcome(await call('PATCH', `/${server.soup}`, { optionGroupIds: [required.id] }))).toEqual([
      409,
      'option_nesting',
    ])
    const optional = (await post({ name: 'Optional', options: ONE })).json<OptionGroup>()
    expect((await call('PATCH', `/${server.soup}`, { optionGroupIds: [optional.id] })).statusCode).toBe(200)
    expect(outcome(await call('PATCH', `/options/${optional.id}`, { ...optional, min: 1, options: ONE }))).toEqual([
      409,
      'option_nesting',
    ])
    for (const group of await owners()) await call('DELETE', `/options/${group.id}`)
  })

  it('with dishes says which of them declare no allergens, and so does a dish that offers one', async () => {
    const options = [{ menuItemId: server.soup }, { name: 'Bread' }]
    const course = (await post({ name: 'Course', min: 1, max: 1, options })).json<OptionGroup>()
    const path = `/${server.pizza}`
    await call('PATCH', path, { isSetMenu: true, optionGroupIds: [course.id] })
    const published = async () => {
      const menu = (await server.call('GET', '/api/menu')).json<MenuItem[]>()
      const groups = (await server.call('GET', '/api/menu/options')).json<OptionGroup[]>()
      const inGroup = groups[0]?.options.map(({ isUndeclared }) => Boolean(isUndeclared))
      return [menu.find(({ id }) => id === server.pizza)?.partsUndeclared, inGroup]
    }
    await call('PATCH', `/${server.soup}`, { allergenCodes: [], allergens: null, allergensChecked: false })
    expect(await published()).toEqual([true, [true, false]])
    await call('PATCH', `/${server.soup}`, { allergensChecked: true })
    expect(await published()).toEqual([undefined, [false, false]])
    await call('PATCH', path, { isSetMenu: false, optionGroupIds: [] })
    await call('DELETE', `/options/${course.id}`)
  })

  it('a dish has eight groups at most, the restaurant 2,000 options and 200 groups', async () => {
    const thirty = Array.from({ length: 30 }, (_, i) => ({ name: `Option ${i}` }))
    const ids: number[] = []
    for (let i = 1; i <= 9; i++) ids.push((await post({ name: `Group ${i}`, options: thirty })).json<OptionGroup>().id)
    const addGroups = (first: number, last: number) =>
      server.connection.db
        .insert(optionGroups)
        .values(Array.from({ length: last - first + 1 }, (_, i) => ({ name: `Group ${first + i}` })))
        .returning({ id: optionGroups.id })
    const full = await addGroups(10, 66)
    await server.connection.db
      .insert(menuOptions)
      .values(full.flatMap(({ id: groupId }) => thirty.map(({ name }, i) => ({ groupId, name, position: i + 1 }))))
    expect(outcome(await call('PATCH', `/${server.soup}`, { optionGroupIds: ids.slice(0, 9) }))[0]).toBe(400)
    expect((await call('PATCH', `/${server.soup}`, { optionGroupIds: ids.slice(0, 8) })).statusCode).toBe(200)
    expect(outcome(await post({ name: 'Own', dishId: server.soup, options: ONE }))).toEqual([409, 'options_full'])
    expect(outcome(await post({ name: 'Too many', options: thirty }))).toEqual([409, 'options_full'])
    expect((await post({ name: 'The last 20', options: thirty.slice(0, 20) })).statusCode).toBe(201)
    expect(outcome(await post({ name: 'One more', options: ONE }))).toEqual([409, 'options_full'])
    await addGroups(68, 199)
    expect((await post({ name: 'Group 200', options: [] })).statusCode).toBe(201)
    expect(outcome(await post({ name: 'Group 201', options: [] }))).toEqual([409, 'options_full'])
    const used = (await owners()).find(({ id }) => id === ids[0])
    expect(used?.usedBy).toEqual([server.soup])
    expect((await call('DELETE', `/options/${ids[0]}`)).statusCode).toBe(204)
    const menu = (await server.call('GET', '/api/menu')).json<MenuItem[]>()
    expect(menu.find(({ id }) => id === server.soup)?.optionGroupIds).toEqual(ids.slice(1, 8))
  })
})
