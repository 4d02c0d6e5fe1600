import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, dialog, render, screen } from '../../testing/render.tsx'
import { tablesQuery } from '../tables/index.ts'
import { ownOrders, ownOrdersStore } from './own-orders.ts'
import StatusLine from './status-line.tsx'

const live = fakeLive()

const CHANGED = {
  en: 'The restaurant changed your order. New total: ',
  ro: 'Restaurantul v-a modificat comanda. Noul total: ',
}

beforeEach(() => {
  queryClient.removeQueries({ queryKey: tablesQuery.queryKey })
  for (const { orderId } of ownOrdersStore.getState()) ownOrders.dismiss(orderId)
  ownOrders.follow({ orderId: 42, token: 't', tableNumber: 5, takeaway: false, total: 5700, currency: 'lei' })
})

function receiveStatus(total: number, changed?: true, tableNumber = 5): void {
  const payload = { orderId: 42, status: 'preparing', seen: true, total, tableNumber, changed } as const
  act(() => live.follower.ORDER_STATUS?.({ type: 'ORDER_STATUS', payload } satisfies ServerFrame))
}

describe.each(LANGUAGES)('the status line of an order from which dishes were taken off (%s)', (language) => {
  const sentence = (total: number) => CHANGED[language] + formatMoney(total, 'lei')
  const announced = () => screen.getByRole('status').textContent

  it('shows the new total in the line and in the dialog, and announces it once', async () => {
    const { user, t } = render(<StatusLine menu={[]} />, { language })
    receiveStatus(5700)
    expect(announced()).not.toContain(CHANGED[language])
    receiveStatus(2850, true)
    expect(announced()).toBe(`${t('orderStatus.order', { id: 42 })}: ${sentence(2850)}`)
    const line = screen.getByRole('button', { name: new RegExp(t('orderStatus.stage.preparing')) })
    expect(line.textContent).toContain(sentence(2850))
    await user.click(line)
    const shown = await dialog()
    expect(shown.getByText(sentence(2850))).toBeDefined()
    expect(shown.getByText(formatMoney(2850, 'lei'))).toBeDefined()
  })

  it('announces each new total once, also after a reconnect', () => {
    // This status was received on an earlier connection, before the page was loaded.
    ownOrders.applyStatus({ orderId: 42, status: 'preparing', seen: true, total: 2850, tableNumber: 5, changed: true })
    render(<StatusLine menu={[]} />, { language })
    receiveStatus(2850, true)
    expect(announced()).toBe('')
    receiveStatus(1000, true)
    expect(announced()).toContain(sentence(1000))
  })
})

describe.each(LANGUAGES)('the status line of an order that was moved to another table (%s)', (language) => {
  it('announces the new table once, and shows it in the dialog', async () => {
    const { user, t } = render(<StatusLine menu={[]} />, { language })
    receiveStatus(5700)
    const announced = () => screen.getByRole('status').textContent
    receiveStatus(5700, undefined, 7)
    const announcement = `${t('orderStatus.order', { id: 42 })}: ${t('common.table', { number: 7 })}`
    expect(announced()).toBe(announcement)
    receiveStatus(5700, undefined, 7)
    expect(announced()).toBe(announcement)
    await user.click(screen.getByRole('button', { name: new RegExp(t('orderStatus.stage.preparing')) }))
    expect((await dialog()).getByText(new RegExp(`^${t('common.table', { number: 7 })} · `))).toBeDefined()
  })

  it('shows the label of the table, where this page has loaded the tables', async () => {
    const tables = [{ id: 37, number: 7, label: 'Terasa 3', capacity: 4, status: 'occupied' }]
    queryClient.setQueryData(tablesQuery.queryKey, tables as Table[])
    const { user, t } = render(<StatusLine menu={[]} />, { language })
    receiveStatus(5700)
    receiveStatus(5700, undefined, 7)
    const name = `${t('common.table', { number: 7 })} · Terasa 3`
    expect(screen.getByRole('status').textContent).toBe(`${t('orderStatus.order', { id: 42 })}: ${name}`)
    await user.click(screen.getByRole('button', { name: new RegExp(t('orderStatus.stage.preparing')) }))
    expect((await dialog()).getByText(new RegExp(`^${name} · `))).toBeDefined()
  })
})
