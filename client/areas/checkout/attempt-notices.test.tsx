import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type OrderRequest, placeOrder } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { dialog, fakeApi, HEALTH, render, screen, waitFor, within } from '../../testing/render.tsx'
import { placedOrder } from '../../testing/samples.ts'
import { currentToasts } from '../../ui/toast/store.ts'
import type { OrderAttempt, ShownDish } from './attempt.ts'
import { AttemptNotice, StillWantedDialog, WaitingOrderBar } from './attempt-notices.tsx'
import { checkout } from './use-checkout.ts'

const BODY: OrderRequest = {
  items: [
    { menuItemId: 7, quantity: 2 },
    { menuItemId: 9, quantity: 1 },
  ],
  total: 6700,
  customerName: 'Ana',
  phoneNumber: '0722123456',
}
const SHOWN: ShownDish[] = [{ menuItemId: 7, name: 'Sour soup', nameRo: 'Ciorbă', price: 2850 }]
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOON = Date.parse('2026-11-21T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  // Clears the state of the previous test.
  checkout.acknowledge()
  checkout.syncWithStorage()
})

const connect = (isConnected: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isConnected)
  if (isConnected) fakeApi.answers(HEALTH, undefined)
  else fakeApi.isOutOfReach(HEALTH)
  window.dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
}
const storedAttempt = () =>
  JSON.parse(localStorage.getItem('masa.attempt') ?? 'null')?.value as OrderAttempt | undefined
const keys = () => fakeApi.callsOf(placeOrder).map(({ headers }) => headers.get('idempotency-key'))

function renderNotices(language: Language) {
  const onDetails = vi.fn()
  const rendered = render(
    <>
      <WaitingOrderBar onDetails={onDetails} />
      <div data-testid="notice">
        <AttemptNotice />
      </div>
      <StillWantedDialog />
    </>,
    { language },
  )
  const { t } = rendered
  const notice = within(screen.getByTestId('notice'))
  return {
    ...rendered,
    onDetails,
    notice,
    bar: within(screen.getAllByRole('region')[0] as HTMLElement),
    dishes: [`2× ${language === 'ro' ? 'Ciorbă' : 'Sour soup'}`, `1× ${t('checkout.aDish')}`],
    send: () => notice.findByRole('button', { name: t('waitingOrder.send') }),
  }
}

async function renderWaitingOrder(language: Language) {
  connect(false)
  await checkout.place(BODY, SHOWN)
  expect(checkout.state().phase).toBe('waiting')
  return renderNotices(language)
}

async function renderOpenOrder(language: Language) {
  fakeApi.isOutOfReach(placeOrder)
  await checkout.place(BODY, SHOWN)
  expect(checkout.state().phase).toBe('open')
  fakeApi.answers(placeOrder, placedOrder())
  return renderNotices(language)
}

describe('a waiting order', () => {
  it('shows that it was not sent, its dishes, and that there is no connection', async () => {
    const { t, notice, bar, dishes } = await renderWaitingOrder('en')
    expect(notice.getByRole('alert').textContent).toBe(
      t('waitingOrder.title') + t('waitingOrder.description', { total: '67.00 LEI' }),
    )
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(dishes)
    expect(notice.getByRole('status').textContent).toBe(t('waitingOrder.notConnected'))
    expect(notice.queryByText(t('attempt.unknownTitle'))).toBeNull()
    for (const container of [notice, bar])
      expect(container.getByRole('button', { name: t('waitingOrder.needsConnection') })).toHaveProperty(
        'disabled',
        true,
      )
    expect(bar.getAllByRole('button')[0]?.textContent).toBe(`${t('waitingOrder.title')}67.00 LEI${dishes.join(', ')}`)
    expect(bar.getByText(t('waitingOrder.unknownToKitchen'))).toBeDefined()
    expect(notice.queryByText(t('waitingOrder.notKept'))).toBeNull()
    expect(keys()).toEqual([])
  })

  it('opens the details from the bar', async () => {
    const { user, bar, onDetails } = await renderWaitingOrder('en')
    await user.click(bar.getAllByRole('button')[0] as HTMLElement)
    expect(onDetails).toHaveBeenCalledOnce()
  })

  it('is sent by a tap once the server can be reached, and shows progress meanwhile', async () => {
    const { user, t, notice, send } = await renderWaitingOrder('en')
    const { key } = storedAttempt() as OrderAttempt
    const release = fakeApi.holds(placeOrder, placedOrder())
    connect(true)
    const button = await send()
    expect(notice.getByRole('status').textContent).toBe(t('waitingOrder.connected'))
    expect(keys()).toEqual([])
    await user.click(button)
    await notice.findByRole('button', { name: t('checkout.sending') })
    await waitFor(() => expect(keys()).toEqual([key]))
    // While it is being sent, it cannot be discarded and is not shown as unknown.
    expect(notice.getByText(t('waitingOrder.title'))).toBeDefined()
    expect(notice.getByRole('button', { name: t('waitingOrder.discard') })).toHaveProperty('disabled', true)
    release()
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    expect(notice.queryByRole('region')).toBeNull()
    expect([storedAttempt(), keys()]).toEqual([undefined, [key]])
  })

  it('is discarded by a tap, together with its key; a toast says that nothing was sent', async () => {
    const { user, t, notice } = await renderWaitingOrder('en')
    await user.click(notice.getByRole('button', { name: t('waitingOrder.discard') }))
    expect([checkout.state().phase, storedAttempt()]).toEqual(['idle', undefined])
    expect(currentToasts()[0]).toMatchObject({
      title: t('waitingOrder.discarded'),
      description: t('waitingOrder.discardedDescription'),
    })
  })

  it('warns that it will be lost with the page if the browser cannot store it', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem() {},
    })
    const { user, t, notice } = await renderWaitingOrder('en')
    expect(notice.getByText(t('waitingOrder.notKept'))).toBeDefined()
    await user.click(notice.getByRole('button', { name: t('waitingOrder.discard') }))
    expect(checkout.state().phase).toBe('idle')
  })

  it.each([
    [31 * MINUTE, { en: 'Made 31 minutes ago.', ro: 'Făcută acum 31 de minute.' }],
    [3 * 60 * MINUTE, { en: 'Made 3 hours ago.', ro: 'Făcută acum 3 ore.' }],
    [400 * DAY, { en: 'Made 400 days ago.', ro: 'Făcută acum 400 de zile.' }],
    [-DAY, undefined],
  ])('asks after %d ms whether it is still wanted, and is sent once the guest confirms it', async (elapsedMs, age) => {
    fakeApi.answers(placeOrder, placedOrder())
    const { user, t, dishes, send } = await renderWaitingOrder('en')
    const { key } = storedAttempt() as OrderAttempt
    connect(true)
    vi.setSystemTime(NOON + elapsedMs)
    await user.click(await send())
    const question = await dialog(t('waitingOrder.askTitle'))
    expect(question.getByText(age?.en ?? t('waitingOrder.madeUnknown'))).toBeDefined()
    expect(question.getByText(t('waitingOrder.neverSent'))).toBeDefined()
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(dishes)
    expect(question.getByText('67.00 LEI')).toBeDefined()
    expect(keys()).toEqual([])
    await user.click(question.getByRole('button', { name: t('waitingOrder.yes') }))
    await waitFor(() => expect(keys()).toEqual([key]))
  })

  it('stays when the question is closed, and is removed when it is no longer wanted', async () => {
    const { user, t, send } = await renderWaitingOrder('en')
    connect(true)
    vi.setSystemTime(NOON + DAY)
    await user.click(await send())
    await dialog(t('waitingOrder.askTitle'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([checkout.state().phase, storedAttempt()?.isUnsent]).toEqual(['waiting', true])
    await user.click(await send())
    const question = await dialog(t('waitingOrder.askTitle'))
    await user.click(question.getByRole('button', { name: t('waitingOrder.no') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([checkout.state().phase, storedAttempt(), keys()]).toEqual(['idle', undefined, []])
  })
})

describe('an old order that may have been received', () => {
  it('can be sent again or left unchanged, but not discarded', async () => {
    const { user, t, notice } = await renderOpenOrder('en')
    vi.setSystemTime(NOON + 31 * MINUTE)
    await user.click(notice.getByRole('button', { name: t('common.tryAgain') }))
    const question = await dialog(t('waitingOrder.askTitle'))
    expect(question.getByText(t('waitingOrder.mayHaveArrived'))).toBeDefined()
    expect(question.queryByRole('button', { name: t('waitingOrder.no') })).toBeNull()
    await user.click(question.getByRole('button', { name: t('waitingOrder.notNow') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([checkout.state().phase, storedAttempt()?.key, keys().length]).toEqual(['open', keys()[0], 1])
    await user.click(notice.getByRole('button', { name: t('common.tryAgain') }))
    const repeated = await dialog(t('waitingOrder.askTitle'))
    await user.click(repeated.getByRole('button', { name: t('waitingOrder.yes') }))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    expect(new Set(keys()).size).toBe(1)
  })

  it('can only be discarded once the server may have forgotten its key', async () => {
    const { user, t, notice } = await renderOpenOrder('en')
    vi.setSystemTime(NOON + 8 * DAY)
    await user.click(notice.getByRole('button', { name: t('common.tryAgain') }))
    const question = await dialog(t('waitingOrder.tooOldTitle'))
    expect(question.getByText(t('waitingOrder.mayHaveArrivedLongAgo'))).toBeDefined()
    expect(question.queryByRole('button', { name: t('waitingOrder.yes') })).toBeNull()
    await user.click(question.getByRole('button', { name: t('waitingOrder.forget') }))
    await waitFor(() => expect(checkout.state().phase).toBe('idle'))
    expect([storedAttempt(), keys().length]).toEqual([undefined, 1])
  })
})
