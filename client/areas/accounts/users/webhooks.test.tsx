import { describe, expect, it } from 'vitest'
import * as api from '#shared/contracts/webhooks.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { bodiesOf } from './users.fixture.tsx'
import { WebhookSettings } from './webhooks.tsx'

const TILL: api.Webhook = {
  ...{ id: 1, url: 'https://till.example/masa', events: ['day.closed'], personal: false },
  ...{ isActive: true, failingSince: null },
}
const SECRET = 'whsec_c2VjcmV0'

describe('the settings of events', () => {
  const open = (webhooks: api.Webhook[]) => {
    fakeApi.answers(api.listWebhooks, webhooks)
    return render(<WebhookSettings />)
  }
  const choose = async ({ user, t }: ReturnType<typeof open>, action: string) => {
    await user.click(await screen.findByRole('button', { name: t('common.moreFor', { name: TILL.url }) }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }

  it.each([
    ['on', true, null],
    ['failing', true, '2026-11-20T18:05:00.000Z'],
    ['givenUp', false, '2026-11-20T18:05:00.000Z'],
    ['off', false, null],
  ] as const)('say of an address what it hears of, and that it is %s', async (state, isActive, failingSince) => {
    const { t } = open([{ ...TILL, isActive, failingSince, personal: true }])
    const row = await screen.findByRole('listitem', { name: TILL.url })
    expect(row.textContent).toContain(t('users.webhooks.events.day.closed'))
    expect(row.textContent).toContain(t('users.webhooks.personal'))
    expect(row.textContent).toContain(t(`users.webhooks.states.${state}`))
  })

  it('add an address with its events, and show its secret once', async () => {
    const { user, t } = open([])
    await user.click(await screen.findByRole('button', { name: t('users.webhooks.add') }))
    const form = await dialog(t('users.webhooks.addTitle'))
    const add = form.getByRole('button', { name: t('users.webhooks.add') })
    await user.fill(form.getByLabelText(t('users.webhooks.url')), 'till.example')
    await user.click(add)
    expect(await form.findByText(t('validation.webhookUrl'))).toBeDefined()
    expect(await form.findByText(t('validation.atLeastEntries', { count: 1 }))).toBeDefined()
    expect(fakeApi.callsOf(api.createWebhook)).toEqual([])

    fakeApi.answers(api.createWebhook, { ...TILL, secret: SECRET })
    fakeApi.answers(api.listWebhooks, [TILL])
    await user.fill(form.getByLabelText(t('users.webhooks.url')), TILL.url)
    for (const event of ['day.closed', 'order.created'] as const)
      await user.click(form.getByRole('switch', { name: t(`users.webhooks.events.${event}`) }))
    await user.click(form.getByRole('switch', { name: t('users.webhooks.personal') }))
    await user.click(add)
    expect(await form.findByLabelText(t('users.webhooks.secret'))).toHaveProperty('value', SECRET)
    expect(bodiesOf(api.createWebhook)).toEqual([
      { url: TILL.url, events: ['order.created', 'day.closed'], personal: true },
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
  })

  it('show the last events with their outcome, and send one again', async () => {
    const view = open([TILL])
    const { user, t } = view
    const delivery = { id: 7, type: 'day.closed', createdAt: '2026-11-21T09:15:00.000Z' } as const
    fakeApi.answers(api.testWebhook, undefined)
    fakeApi.answers(api.repeatDelivery, undefined)
    fakeApi.answers(api.listDeliveries, [
      { ...delivery, id: 8, type: 'test', attempts: 0, endedAt: null, responseCode: null },
      { ...delivery, attempts: 2, endedAt: '2026-11-21T09:16:00.000Z', responseCode: 204 },
    ])
    await choose(view, t('users.webhooks.test'))
    const list = await dialog(t('users.webhooks.deliveries'))
    expect(fakeApi.callsOf(api.testWebhook)).toHaveLength(1)
    const test = await list.findByRole('listitem', { name: t('users.webhooks.events.test') })
    expect(test.textContent).toContain(t('users.webhooks.waits'))
    const closed = list.getByRole('listitem', { name: t('users.webhooks.events.day.closed') })
    expect(closed.textContent).toContain(t('users.webhooks.response', { response: '204' }))
    await user.click(within(closed).getByRole('button'))
    await waitFor(() => expect(bodiesOf(api.repeatDelivery)).toEqual([{ again: true }]))
  })

  it('make a new secret once that is confirmed, and show it once', async () => {
    const view = open([TILL])
    const { user, t } = view
    fakeApi.answers(api.renewWebhookSecret, { secret: SECRET })
    await choose(view, t('users.webhooks.renew'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(t('users.webhooks.renewDescription'))).toBeDefined()
    expect(fakeApi.callsOf(api.renewWebhookSecret)).toEqual([])
    await user.click(question.getByRole('button', { name: t('users.webhooks.renew') }))
    const shown = await dialog(t('users.webhooks.renew'))
    expect(shown.getByLabelText(t('users.webhooks.secret'))).toHaveProperty('value', SECRET)
    expect(fakeApi.callsOf(api.renewWebhookSecret)).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull())
  })

  it('turn an address off, and remove it once that is confirmed', async () => {
    const view = open([TILL])
    const { user, t } = view
    fakeApi.answers(api.changeWebhook, { ...TILL, isActive: false })
    fakeApi.answers(api.listWebhooks, [{ ...TILL, isActive: false }])
    await choose(view, t('printers.switchOff'))
    await waitFor(() => expect(bodiesOf(api.changeWebhook)).toEqual([{ isActive: false }]))
    expect(await screen.findByText(t('users.webhooks.states.off'))).toBeDefined()
    await choose(view, t('menuImports.bulk.removeThese'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(fakeApi.callsOf(api.removeWebhook)).toEqual([])
    fakeApi.answers(api.removeWebhook, undefined)
    fakeApi.answers(api.listWebhooks, [])
    await user.click(question.getByRole('button', { name: t('menuImports.bulk.removeThese') }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  })
})
