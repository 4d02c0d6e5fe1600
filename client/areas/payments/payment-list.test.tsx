import { describe, expect, it } from 'vitest'
import { type Payment, reversePayment } from '#shared/contracts/payments.ts'
import type { Language } from '#shared/domain/language.ts'
import { RECORDED, samplePayment, signedIn, WITH_PAYMENTS } from '../../testing/payment-samples.ts'
import { dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import PaymentList from './payment-list.tsx'

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
const renderList = (payments: Payment[], language: Language = 'en', due = 0) =>
  render(<PaymentList payments={payments} currency="lei" due={due} />, { language, settings: WITH_PAYMENTS })

describe('the list of payments', () => {
  it('takes a payment back, all that is left of it, by a method and with a reason', async () => {
    signedIn('ana')
    const { t, user } = renderList([samplePayment({ left: { amount: 5000, tip: 310 } })], 'en')
    await user.click(screen.getByRole('button', { name: `${t('payments.takeBack')}: 62.00 LEI · Card` }))
    const asked = await dialog(t('payments.takeBack'))
    const press = () => user.click(asked.getByRole('button', { name: t('payments.takeBack') }))
    await press()
    expect(asked.getByText(t('validation.reasonNeeded'))).toBeDefined()
    expect(fakeApi.callsOf(reversePayment)).toEqual([])
    // What was not given by the house is not taken back by it.
    expect(asked.getAllByRole('radio')).toHaveLength(3)
    await user.click(asked.getByRole('radio', { name: 'Cash' }))
    await user.fill(asked.getByLabelText(t('payments.reason')), ' wrong table ')
    fakeApi.isOutOfReach(reversePayment)
    await press()
    expect(await asked.findByText(t('payments.unknown'))).toBeDefined()
    fakeApi.answers(reversePayment, RECORDED)
    await user.click(asked.getByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(t('payments.tookBack', { amount: '53.10 LEI' }))).toBeDefined()
    const sent = fakeApi
      .callsOf(reversePayment)
      .map(({ path, body, headers }) => [path, body, headers.get('Idempotency-Key')])
    expect(sent[0]).toEqual(sent[1])
    expect(sent[0]).toEqual([
      '/api/payments/5/reverse',
      { amount: 5000, tip: 310, method: 1, reason: 'wrong table' },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
  })
})

it.each([
  ['who recorded it, within ten minutes', 'ana', 'staff', { at: ago(9) }, true],
  ['who recorded it, later', 'ana', 'staff', { at: ago(11) }, false],
  ['somebody else', 'mihai', 'staff', {}, false],
  ['an owner, always', 'mihai', 'owner', { at: ago(9000) }, true],
  ['an owner, if something is left', 'mihai', 'owner', { left: { amount: 0, tip: 0 } }, false],
] as const)('offers taking back to %s', (_, username, role, fields, isOffered) => {
  signedIn(username, role)
  renderList([samplePayment(fields)])
  expect(screen.queryAllByRole('button')).toHaveLength(isOffered ? 1 : 0)
})

it('gives back only what was paid too much', async () => {
  signedIn('ana')
  fakeApi.answers(reversePayment, RECORDED)
  const { t, user } = renderList([samplePayment()], 'en', -1000)
  await user.click(screen.getByRole('button'))
  const asked = await dialog(t('payments.takeBack'))
  expect(asked.getByText('10.00 LEI')).toBeDefined()
  await user.fill(asked.getByLabelText(t('payments.reason')), 'no soup')
  await user.click(asked.getByRole('button', { name: t('payments.takeBack') }))
  await waitFor(() =>
    expect(fakeApi.callsOf(reversePayment)[0]?.body).toMatchObject({ amount: 1000, tip: 0, method: 2 }),
  )
})

it('takes back a part of a payment, without its tip, and never more than is left', async () => {
  signedIn('ana')
  fakeApi.answers(reversePayment, RECORDED)
  const { t, user } = renderList([samplePayment({ left: { amount: 5000, tip: 310 } })])
  await user.click(screen.getByRole('button'))
  const asked = await dialog(t('payments.takeBack'))
  const amount = asked.getByLabelText(t('payments.amount'))
  expect(amount).toHaveProperty('value', '50.00')
  await user.fill(asked.getByLabelText(t('payments.reason')), 'cold soup')
  for (const wrong of ['50.01', '0', 'soup']) {
    await user.fill(amount, wrong)
    await user.click(asked.getByRole('button', { name: t('payments.takeBack') }))
    expect(asked.getByText(t('payments.leftOfIt', { amount: '50.00 LEI' }))).toBeDefined()
  }
  await user.fill(amount, '12,50')
  await user.click(asked.getByRole('button', { name: t('payments.takeBack') }))
  await waitFor(() =>
    expect(fakeApi.callsOf(reversePayment).map(({ body }) => body)).toMatchObject([{ amount: 1250, tip: 0 }]),
  )
})

it('what the house gave is taken back by the house alone', async () => {
  signedIn('ana', 'owner')
  const house = { id: 4, kind: 'house', name: 'Staff meal', nameRo: '' } as const
  const { user } = renderList([samplePayment({ method: house, tip: 0, left: { amount: 6200, tip: 0 } })])
  await user.click(screen.getByRole('button'))
  const asked = await dialog('Take back')
  expect(asked.getAllByRole('radio')).toHaveLength(1)
  expect(asked.getByRole('radio', { name: 'Staff meal' })).toHaveProperty('checked', true)
})
