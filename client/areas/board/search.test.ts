import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../../testing/samples.ts'
import { matchesSearch } from './older-orders.tsx'

const order = sampleOrder({ id: 128, customerName: 'Ștefan Țuțuianu', phoneNumber: '40723118402', tableNumber: 5 })

describe('matchesSearch', () => {
  it.each([
    '',
    '  ',
    '128',
    '#128',
    'stefan',
    'TUTUI',
    'Ştefan',
    '5',
    'table 5',
    'Masa 5',
    '0723 118 402',
    '+40 723 118',
    '0040723118402',
    '+40 (0) 723',
    '723 118',
    '118402',
  ])('finds an order by %j', (query) => {
    expect(matchesSearch(order, query)).toBe(true)
  })

  it.each(['12', '1288', 'Radu', '6', 'table 12', '0733', '402', 'masa'])('does not find an order by %j', (query) => {
    expect(matchesSearch(order, query)).toBe(false)
  })

  it.each(['terasa', 'Terasa 3', 'foisor'])('finds an order by %j in its table’s label', (query) => {
    const atTable = sampleOrder({ tableNumber: 5, tableLabel: 'Terasa 3, Foișor' })
    expect(matchesSearch(atTable, query)).toBe(true)
    expect(matchesSearch(order, query)).toBe(false)
  })

  it('does not match a takeaway order by table', () => {
    expect(matchesSearch(sampleOrder({ tableNumber: null, id: 7 }), 'null')).toBe(false)
  })
})
