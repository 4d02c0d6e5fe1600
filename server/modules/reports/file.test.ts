import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { reportsFixture, type TestOrder, testOrder } from '#server/testing/reports.ts'
import type { ReportFile } from '#shared/contracts/reports.ts'

const { fetchReport, insertOrders, setDayStart } = reportsFixture()

describe('a report as a CSV file', () => {
  const read = async (part: ReportFile | '', lang: string, delimiter: string) => {
    const response = await fetchReport('2024-04-09', '2024-04-10', `&as=csv${part && `&part=${part}`}&lang=${lang}`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const name = `report-${part || 'days'}-2024-04-09-2024-04-10.csv`
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return parse(response.rawPayload, { bom: true, delimiter }) as string[][]
  }
  const order = (at: string, more: Partial<TestOrder> = {}) =>
    testOrder(at, {
      diningOption: 'dine-in',
      tableNumber: 12,
      readyAfter: 754,
      lines: [{ dish: 2, name: '=1+1', quantity: 1, removedQuantity: 2, price: 123_456 }],
      ...more,
    })

  it('contains each table in both languages and currencies', async () => {
    await setDayStart('04:00')
    await insertOrders([
      order('2024-04-10T10:00:00Z'),
      order('2024-04-08T10:00:00Z', { tableNumber: null, status: 'cancelled' }),
      order('2024-04-07T10:00:00Z', { tableNumber: null }),
      order('2024-04-09T10:00:00Z', { currency: 'eur', diningOption: 'takeaway', tableNumber: null }),
    ])
    expect(await read('', 'en', ',')).toEqual([
      [
        'Currency',
        'Day',
        'Orders',
        'Order value',
        'Day (period before)',
        'Orders (period before)',
        'Order value (period before)',
      ],
      ['lei', '2024-04-09', '0', '0.00', '2024-04-07', '1', '1234.56'],
      ['lei', '2024-04-10', '1', '1234.56', '2024-04-08', '0', '0.00'],
      ['eur', '2024-04-09', '1', '1234.56', '2024-04-07', '0', '0.00'],
      ['eur', '2024-04-10', '0', '0.00', '2024-04-08', '0', '0.00'],
    ])
    expect((await read('days', 'ro', ';')).slice(0, 2)).toEqual([
      [
        'Monedă',
        'Zi',
        'Comenzi',
        'Valoarea comenzilor',
        'Zi (perioada anterioară)',
        'Comenzi (perioada anterioară)',
        'Valoarea comenzilor (perioada anterioară)',
      ],
      ['lei', '2024-04-09', '0', '0,00', '2024-04-07', '1', '1234,56'],
    ])
    expect((await read('dishes', 'en', ','))[1]).toEqual(['lei', "'=1+1", '1', '1234.56', '1', '1234.56', '0', '0.00'])
    expect((await read('hours', 'ro', ';'))[1]).toEqual(['lei', 'miercuri', '13', '1', '1234,56'])
    expect((await read('hours', 'en', ','))[2]).toEqual(['eur', 'Tuesday', '13', '1', '1234.56'])
    expect((await read('dining', 'ro', ';')).slice(1, 3).map((row) => row.slice(0, 3))).toEqual([
      ['lei', 'La restaurant', '1'],
      ['lei', 'La pachet', '0'],
    ])
    expect((await read('tables', 'ro', ';')).slice(1)).toEqual([
      ['lei', '12', '1', '1234,56', '0', '0,00'],
      ['lei', 'Fără masă', '0', '0,00', '1', '1234,56'],
    ])
    expect((await read('ready', 'en', ',')).slice(3, 4)).toEqual([['lei', '10', '15', '1', '1']])
    expect((await read('ready', 'en', ','))[9]).toEqual(['lei', '90', '', '0', '0'])
    const figures = new Map(
      (await read('figures', 'en', ',')).slice(1, 11).map(([, name, ...values]) => [name, values]),
    )
    expect(figures.get('Order value')).toEqual(['1234.56', '1234.56'])
    expect(figures.get('Cancelled amount')).toEqual(['0.00', '1234.56'])
    expect(figures.get('Dishes taken off')).toEqual(['2', '2'])
    expect(figures.get('Half of them ready within (seconds)')).toEqual(['760', '760'])
  })
})
