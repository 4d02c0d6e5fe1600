import { describe, expect, it, vi } from 'vitest'
import { render, screen, within } from '../../testing/render.tsx'
import { RefusalNotice } from './refusal-notice.tsx'

type Refusal = Parameters<typeof RefusalNotice>[0]['refusal']

const NAMES = new Map([
  [7, 'Ciorbă'],
  [8, 'Sarmale'],
])

describe('the notice about a rejected order', () => {
  const SHOWN: Parameters<typeof RefusalNotice>[0]['shown'] = [
    { menuItemId: 7, price: 2850, name: 'Soup', nameRo: 'Ciorbă' },
    { menuItemId: 8, price: 1000, name: 'Rolls', nameRo: 'Sarmale' },
    { menuItemId: 10, price: 900, name: 'Asparagus', nameRo: 'Sparanghel' },
  ]
  function renderNotice(refusal: Refusal, inCart: number[] = [7, 8], shown = SHOWN) {
    const [onRemove, onLimit] = [vi.fn(), vi.fn()]
    const rendered = render(
      <RefusalNotice
        refusal={refusal}
        before={5700}
        shown={shown}
        nameOf={(id) => NAMES.get(id)}
        isInCart={(id) => inCart.includes(id)}
        onRemove={onRemove}
        onLimit={onLimit}
      />,
    )
    return { ...rendered, onRemove, onLimit, alert: within(screen.getByRole('alert')) }
  }

  it('shows each dish whose price changed with both prices, and both totals', () => {
    const prices = [
      { menuItemId: 7, price: 3000 },
      { menuItemId: 8, price: 1000 },
    ]
    const { t, alert } = renderNotice({ code: 'price_changed', message: '', total: 6000, prices })
    expect(alert.getByText(t('checkout.priceChanged'))).toBeDefined()
    expect(alert.getAllByRole('listitem').map((row) => row.firstElementChild?.textContent)).toEqual([
      t('checkout.priceFromTo', { name: 'Ciorbă', before: '28.50 LEI', now: '30.00 LEI' }),
    ])
    const sentence = t('checkout.priceChangedDescription', { before: '57.00 LEI', now: '60.00 LEI' })
    expect(alert.getByText(sentence)).toBeDefined()
  })

  it('shows what is paid under a rule: an option may cost differently in two dishes', () => {
    const prices = [
      { menuItemId: 7, price: 2850 },
      { menuItemId: 8, price: 1000 },
    ]
    const offers = [{ menuItemId: 8, percent: 30, roundTo: 1 }]
    const options = [{ id: 5, price: 400 }]
    const cheese = [{ id: 5, name: 'Cheese', nameRo: 'Brânză', price: 280 }]
    const shown = [
      { menuItemId: 7, price: 1995, name: 'Soup', nameRo: 'Ciorbă', options: cheese },
      { menuItemId: 7, price: 1995, name: 'Soup', nameRo: 'Ciorbă', options: cheese },
      { menuItemId: 8, price: 700, name: 'Rolls', nameRo: 'Sarmale', options: cheese },
    ]
    const { t, alert } = renderNotice({ code: 'price_changed', total: 4230, prices, offers, options }, [], shown)
    expect(alert.getAllByRole('listitem').map((row) => row.firstElementChild?.textContent)).toEqual([
      t('checkout.priceFromTo', { name: 'Ciorbă', before: '19.95 LEI', now: '28.50 LEI' }),
      t('checkout.priceFromTo', { name: 'Cheese', before: '2.80 LEI', now: '4.00 LEI' }),
    ])
  })

  it('does not list a dish whose former price is unknown', () => {
    const { t, alert } = renderNotice({ code: 'price_changed', total: 1, prices: [{ menuItemId: 9, price: 1 }] })
    expect(alert.queryAllByRole('listitem')).toHaveLength(0)
    expect(alert.getByText(t('checkout.priceChanged'))).toBeDefined()
  })

  it('names sold-out dishes, and offers to remove them from the cart', async () => {
    const unavailable = [
      { menuItemId: 7, name: 'soup' },
      { menuItemId: 9, name: 'Papanași' },
    ]
    const { user, t, alert, onRemove } = renderNotice({ code: 'item_unavailable', unavailable }, [7])
    expect(alert.getByText(t('checkout.unavailable', { names: 'Ciorbă, Papanași' }))).toBeDefined()
    expect(alert.getByText(t('checkout.unavailableDescription'))).toBeDefined()
    await user.click(alert.getByRole('button', { name: t('checkout.removeUnavailable') }))
    expect(onRemove).toHaveBeenCalledWith([7])
  })

  it('offers by one tap what is left of a dish, or of several', async () => {
    const few = (menuItemId: number, left: number) => ({ menuItemId, name: 'soup', reason: 'portions' as const, left })
    const { user, t, alert, onLimit, rerender } = renderNotice({ code: 'item_unavailable', unavailable: [few(7, 3)] })
    expect(alert.getByText(t('checkout.fewLeft', { dishes: 'Ciorbă (3)' }))).toBeDefined()
    await user.click(alert.getByRole('button', { name: t('checkout.takeLeft', { count: 3 }) }))
    expect(onLimit).toHaveBeenCalledWith([{ menuItemId: 7, left: 3 }])
    rerender(<div />)
    const several = renderNotice({ code: 'item_unavailable', unavailable: [few(7, 3), few(8, 1), few(9, 1)] })
    await user.click(several.alert.getByRole('button', { name: t('checkout.takeAllLeft') }))
    expect(several.onLimit).toHaveBeenCalledWith([
      { menuItemId: 7, left: 3 },
      { menuItemId: 8, left: 1 },
    ])
  })

  it('says of dishes whose hours have ended that they are not served now', () => {
    const unavailable = [{ menuItemId: 7, name: 'soup', reason: 'not_served' as const }]
    const { t, alert } = renderNotice({ code: 'item_unavailable', unavailable }, [7])
    expect(alert.getByText(t('checkout.notServed', { names: 'Ciorbă' }))).toBeDefined()
    expect(alert.getByRole('button', { name: t('checkout.removeUnavailable') })).toBeDefined()
  })

  it('names a dish that was hidden meanwhile as the guest saw it, because the server does not name it', () => {
    const unavailable = [{ menuItemId: 10 }, { menuItemId: 11 }]
    const { t, alert } = renderNotice({ code: 'item_unavailable', unavailable }, [])
    const names = `Asparagus, ${t('checkout.aDish')}`
    expect(alert.getByText(t('checkout.unavailable', { names }))).toBeDefined()
  })

  it('offers no removal if the dish is no longer in the cart', () => {
    const { t, alert } = renderNotice({ code: 'item_unavailable', unavailable: [{ menuItemId: 7, name: 'soup' }] }, [])
    expect(alert.getByText(t('checkout.unavailableRemoved'))).toBeDefined()
    expect(alert.queryByRole('button')).toBeNull()
  })

  it('shows the server’s message for any other error, or a general one', () => {
    const { t, alert, rerender } = renderNotice({ code: 'orders_paused', message: 'Bucătăria face pauză' })
    expect(alert.getByText(t('checkout.notSent'))).toBeDefined()
    expect(alert.getByText('Bucătăria face pauză')).toBeDefined()
    rerender(
      <RefusalNotice
        refusal={{}}
        before={0}
        shown={[]}
        nameOf={() => undefined}
        isInCart={() => true}
        onRemove={() => {}}
      />,
    )
    expect(alert.getByText(t('errors.internal'))).toBeDefined()
  })
})
