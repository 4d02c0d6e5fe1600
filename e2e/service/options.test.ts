import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { staffTest as test } from '../support/staff.ts'

test.use({ changesMenu: true })

const KITCHEN = { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }

// Other files of this worker use the same restaurant.
test.afterEach(({ restaurant }) =>
  restaurant.asOwner('PATCH', '/api/settings', { language: 'en', stations: [KITCHEN] }),
)

/** A lunch of a soup from the kitchen, with or without croutons, and a drink from the bar. */
async function addLunch({ asOwner, query }: Restaurant, name: string, bar: number): Promise<{ id: number }> {
  const created = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await asOwner('POST', path, body)
    expect(response.status).toBe(201)
    return (await response.json()) as Answer
  }
  const dish = (dishName: string, category: string, more: object = {}) =>
    created<{ id: number }>('/api/menu', {
      ...{ name: `${dishName} ${name}`, nameRo: `${dishName} ${name}`, price: 1500 },
      ...{ category: `${category} ${name}`, categoryRo: `${category} ${name}`, ...more },
    })
  const soup = await dish('Soup', 'Pots')
  const drink = await dish('Lemonade', 'Glasses')
  const group = (fields: object) => created<OptionGroup>('/api/menu/options', fields)
  const first = await group({ name: `First ${name}`, min: 1, max: 1, options: [{ menuItemId: soup.id }] })
  const drinks = await group({ name: `Drink ${name}`, min: 1, max: 1, options: [{ menuItemId: drink.id, price: 200 }] })
  const without = await group({
    name: `Without ${name}`,
    without: true,
    options: [{ name: 'croutons', nameRo: 'crutoane' }],
  })
  await query('update menu_categories set station_id = $2 where name = $1', [`Glasses ${name}`, bar])
  const optionGroupIds = [first.id, drinks.id, without.id]
  return dish('Lunch', 'Pots', { price: 3500, isSetMenu: true, optionGroupIds })
}

const language = 'ro'

test('a round with options is cooked at two stations and paid', async ({ openStaff, restaurant }) => {
  const { asOwner, query } = restaurant
  const t = translator(language)
  const changed = await asOwner('PATCH', '/api/settings', {
    language,
    stations: [KITCHEN, { name: 'Bar', nameRo: 'Bar' }],
  })
  const { stations } = (await changed.json()) as Settings
  const bar = stations?.[1]?.id ?? 0
  // The kitchen's screen has room for this order.
  await query(
    "update orders set status = 'completed', ended_at = now() - interval '1 hour' where status <> 'completed'",
  )
  const number = 94
  const name = `${number}`
  const table = await createTable(restaurant, number)
  await addLunch(restaurant, name, bar)
  const tableName = t('common.table', { number })
  const without = 'FĂRĂ crutoane'

  const floor = await openStaff({ username: 'options', duty: 'floor', language })
  await floor.goto(`/floor?table=${table.id}&view=round`)
  const tap = (label: string | RegExp) => floor.getByRole('button', { name: label }).first().click()
  await tap(t('menu.add', { name: `Lunch ${name}` }))
  // One tap for each choice.
  const sheet = floor.getByRole('dialog', { name: `Lunch ${name}` })
  const choose = (label: string | RegExp) => sheet.getByText(label).click()
  await choose(`Soup ${name}`)
  await choose(`Lemonade ${name}`)
  await sheet.getByRole('checkbox', { name: /^croutons|^crutoane/ }).check()
  await expectAccessible(floor, 'the options of a dish', '[role=dialog]')
  await tap(t('menu.dish.add', { total: '37.00 LEI' }))
  await tap(t('floor.send', { total: '37.00 LEI' }))
  await expect(floor.getByRole('heading', { name: t('floor.roundTitle', { number: 1 }) })).toBeVisible()
  await expect(floor.getByText(without)).toBeVisible()

  const kitchen = await openStaff({ username: 'cook-options', duty: 'kitchen', language })
  const card = kitchen.getByRole('article', { name: tableName, exact: true })
  const station = (label: string) =>
    kitchen.getByRole('group', { name: t('kitchen.stations') }).getByRole('button', { name: new RegExp(`^${label}`) })
  await expect(card.getByText(`Lunch ${name}`)).toBeVisible()
  await expect(card.getByText(without)).toBeVisible()
  await expect(card.getByText(`Lemonade ${name}`)).toBeHidden()
  await expectAccessible(kitchen, 'a menu in the kitchen')
  await card.getByRole('button', { name: new RegExp(`Soup ${name}`) }).click()
  await expect(card).toBeHidden()
  await station('Bar').click()
  await card.getByRole('button', { name: new RegExp(`Lemonade ${name}`) }).click()
  const round = floor.getByRole('region', { name: t('floor.roundTitle', { number: 1 }) })
  await expect(round.getByText(t('orders.status.ready'), { exact: true })).toBeVisible()

  await floor.getByRole('button', { name: t('floor.billOfTable'), exact: true }).click()
  const bill = floor.getByRole('dialog', { name: t('bills.title', { number }) })
  await expect(bill.getByRole('listitem')).toHaveText([
    new RegExp(`Lunch ${name}.*35.*${without}`),
    new RegExp(`Soup ${name}$`),
    new RegExp(`Lemonade ${name}.*2`),
  ])
  await expectAccessible(floor, 'a bill with options', '[role=dialog]')
})
