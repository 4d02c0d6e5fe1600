import { expect } from '@playwright/test'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import type { Restaurant } from '../support/fixtures.ts'

/** What the tests look at, beside what the demo has. */
export interface Samples {
  /** Has all tags, a picture and allergens in words, and no nutrition. */
  tagged: MenuItem
  /** Has nutrition and no picture. */
  plain: MenuItem
  atTable: Order
  takeaway: Order
  later: Order
  /** The second in the list, switched on, with hours. */
  promotion: Promotion
  /** The dishes that guests see now: other files may have changed the menu. */
  shown: MenuItem[]
}

export const GUEST = { name: 'Ioana Reader', phone: '0722 333 444', email: 'ioana@example.com', notes: 'No salt' }
/** The customer of the event that the demo plans. */
export const EVENT_CUSTOMER = 'Ioana Mureșan'
export const ALLERGENS = 'May contain sesame'
export const NUTRITION = { calories: 320, protein: 21, carbs: 22, fat: 23, fiber: 24 }

/** Prepares a restaurant: once for each, whichever test comes first. */
const prepared = new WeakMap<Restaurant, ReturnType<typeof prepare>>()
export async function samplesOf(restaurant: Restaurant): Promise<Samples> {
  const samples = prepared.get(restaurant) ?? prepare(restaurant)
  prepared.set(restaurant, samples)
  const shown = (await (await fetch(`${restaurant.url}/api/menu`)).json()) as MenuItem[]
  return { ...(await samples), shown }
}

async function prepare(restaurant: Restaurant): Promise<Omit<Samples, 'shown'>> {
  const { menu, asOwner, placeOrder, query } = restaurant
  const [tagged, plain] = menu.filter(
    ({ optionGroupIds, description, imageUrl, isSetMenu }) =>
      optionGroupIds.length === 0 && description !== '' && imageUrl !== '' && !isSetMenu,
  )
  if (!tagged || !plain) throw new Error('the menu is too short')
  const change = async (dish: MenuItem, changes: object) => {
    const response = await asOwner('PATCH', `/api/menu/${dish.id}`, changes)
    expect(response.status, await response.clone().text()).toBe(200)
    return (await response.json()) as MenuItem
  }
  const [table] = await query<{ id: number }>('select id::int from tables where number = 7')
  const { name: customerName, phone: phoneNumber, email, notes } = GUEST
  const guest = { customerName, phoneNumber, email, notes }
  const later = await placeOrder(guest)
  await query(
    `update orders set pickup_at = created_at + interval '30 hours', start_at = created_at + interval '29 hours'
     where id = $1`,
    [later.id],
  )
  // Two promotions are shown, the second with hours: its hours and the other's days are always.
  await query(`update promotions set is_active = "order" <= 2, start_hour = case "order" when 2 then '00:00' end,
    end_hour = case "order" when 2 then '23:59' end`)
  const promotions = (await (await asOwner('GET', '/api/promotions/all')).json()) as Promotion[]
  const promotion = promotions.find(({ order }) => order === 2)
  if (!promotion) throw new Error('there are too few promotions')
  return {
    promotion,
    tagged: await change(tagged, {
      tags: TAG_KEYS,
      allergenCodes: ['gluten'],
      allergens: ALLERGENS,
      nutritionalValues: null,
    }),
    plain: await change(plain, {
      imageUrl: '',
      nutritionalValues: NUTRITION,
    }),
    atTable: await placeOrder({ ...guest, tableId: table?.id, diningOption: 'dine-in' }),
    takeaway: await placeOrder(guest),
    later,
  }
}
