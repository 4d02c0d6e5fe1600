import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { newTableState, type TableChange } from './table-cart.ts'
import type { TablePage } from './table-page.ts'

const storage = stubStorage()
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
const { sharedCart, tableStore, takeSeat } = await import('./table-store.ts')

const soup = { id: 7, name: 'Soup', nameRo: 'Supă', price: 2850 }
const lineOf = (participantId: string, fields: object) => ({
  id: 1,
  participantId,
  guestName: 'Ana',
  menuItemId: soup.id,
  name: soup.name,
  nameRo: soup.nameRo,
  price: soup.price,
  isOrderable: true,
  quantity: 1,
  notes: null,
  options: [],
  ...fields,
})
let changes: TableChange[]

beforeEach(() => {
  storage.clear()
  changes = []
  takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
  const change = (made: TableChange) => changes.push(made) > 0
  tableStore.setState({ page: { change } as unknown as TablePage })
})
const show = (...lines: ReturnType<typeof lineOf>[]) =>
  tableStore.setState({ tableState: { ...newTableState('me'), cart: { version: 1, lines } } })

it('a dish that this phone has not chosen is added with its note', () => {
  show(lineOf('other', { quantity: 4, notes: 'theirs' }))
  expect(sharedCart.lines()).toEqual([])
  expect(sharedCart.others()).toMatchObject([{ dish: soup, quantity: 4, notes: 'theirs', isOrderable: true }])
  expect(sharedCart.put({ dish: soup, quantity: 2, notes: 'hot' })).toBe(true)
  expect(changes).toEqual([{ kind: 'add', dish: soup, quantity: 2, notes: 'hot' }])
})

it('a dish without a note is only added', () => {
  show()
  sharedCart.put({ dish: soup, quantity: 1, notes: '' })
  expect(changes).toEqual([{ kind: 'add', dish: soup, quantity: 1 }])
})

it('quantity and note of this phone’s line are set at once; an empty note clears it', () => {
  show(lineOf('other', { notes: 'theirs' }), lineOf('me', { id: 2, quantity: 3, notes: 'mine' }))
  const line = '7||mine'
  expect(sharedCart.lines()).toMatchObject([{ dish: soup, quantity: 3, notes: 'mine', options: [] }])
  expect(sharedCart.others()).toMatchObject([{ notes: 'theirs' }])
  sharedCart.put({ dish: soup, quantity: 1, notes: '' }, line)
  sharedCart.put({ dish: soup, quantity: 0, notes: 'mine' }, line)
  const large = { id: 4, name: 'Large', nameRo: 'Mare', price: 900, quantity: 2 }
  sharedCart.put({ dish: soup, quantity: 3, notes: 'mine', options: [large] }, line)
  sharedCart.put({ dish: soup, quantity: 1, options: [large] })
  const price = soup.price + 1800
  expect(changes).toEqual([
    { kind: 'set', menuItemId: 7, line, quantity: 1, notes: null, options: [], price: soup.price },
    { kind: 'set', menuItemId: 7, line, quantity: 0, notes: 'mine', options: [], price: soup.price },
    { kind: 'set', menuItemId: 7, line, quantity: 3, notes: 'mine', options: [4, 4], price },
    { kind: 'add', dish: { ...soup, price }, quantity: 1, options: [4, 4] },
  ])
})

it('nothing is put without a connection', () => {
  show()
  tableStore.setState({ page: null })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(sharedCart.put({ dish: soup, quantity: 1, notes: 'hot' })).toBe(false)
})
