import { beforeEach, describe, expect, it } from 'vitest'
import { placeOrder } from '#shared/contracts/orders.ts'
import { fakeApi, waitFor } from '../../testing/render.tsx'
import { placedOrder } from '../../testing/samples.ts'
import { beginAnew, openForm } from './order-details.fixture.tsx'
import { checkout } from './use-checkout.ts'

beforeEach(beginAnew)

describe('the guest’s name and number', () => {
  const KEY = 'masa.guest'
  beforeEach(() => localStorage.removeItem(KEY))
  const order = async (page: Awaited<ReturnType<typeof openForm>>) => {
    fakeApi.answers(placeOrder, placedOrder())
    await page.user.fill(page.name(), 'Ana')
    await page.user.fill(page.phone(), '0722123456')
    return async () => {
      await page.user.click(page.send())
      await waitFor(() => expect(checkout.state().phase).toBe('placed'))
      page.unmount()
      checkout.acknowledge()
    }
  }

  it('are kept on this phone only if the guest ticks it, and can be forgotten with one tap', async () => {
    const first = await openForm({ language: 'en' })
    const place = await order(first)
    await place()
    expect(localStorage.getItem(KEY)).toBeNull()

    const second = await openForm({ language: 'en' })
    const placeSecond = await order(second)
    await second.user.click(second.form.getByRole('checkbox', { name: second.t('checkout.remember') }))
    expect(localStorage.getItem(KEY)).toBeNull()
    await placeSecond()

    const third = await openForm({ language: 'en' })
    expect(third.name()).toHaveProperty('value', 'Ana')
    expect(third.phone()).toHaveProperty('value', '0722 123 456')
    await third.user.click(third.form.getByRole('button', { name: third.t('checkout.forget') }))
    expect(localStorage.getItem(KEY)).toBeNull()
    expect([third.name(), third.phone()].map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
    expect(third.form.getByRole('checkbox')).toHaveProperty('checked', false)
    expect(document.activeElement).toBe(third.name())
  })

  it('follow a later order, without a tick of its own', async () => {
    localStorage.setItem(KEY, '{"version":1,"value":{"customerName":"Dan","phoneNumber":"+40733000111"}}')
    const page = await openForm({ language: 'en' })
    expect(page.name()).toHaveProperty('value', 'Dan')
    await (await order(page))()
    expect(localStorage.getItem(KEY)).toContain('"customerName":"Ana","phoneNumber":"+40722123456"')
  })

  it('are neither offered nor filled in on a phone on which somebody is signed in', async () => {
    localStorage.setItem(KEY, '{"version":1,"value":{"customerName":"Dan","phoneNumber":"+40733000111"}}')
    const page = await openForm({ language: 'en', mayRemember: false })
    expect(page.name()).toHaveProperty('value', '')
    expect(page.form.queryByRole('checkbox')).toBeNull()
    await (await order(page))()
    expect(localStorage.getItem(KEY)).toContain('Dan')
  })

  it('are not kept from an order for a table', async () => {
    localStorage.setItem(KEY, '{"version":1,"value":{"customerName":"Dan","phoneNumber":"+40733000111"}}')
    const own = await openForm({ language: 'en' })
    own.unmount()
    fakeApi.answers(placeOrder, placedOrder())
    const { user, send } = await openForm({ language: 'en', table: { id: 31, number: 4, label: null, key: null } })
    await user.click(send('payDineIn'))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    expect(localStorage.getItem(KEY)).toContain('Dan')
  })
})
