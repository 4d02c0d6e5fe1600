import { beforeEach, describe, expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { cartDishOf } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { queryClient } from '../../lib/api/query.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { act, dialog, render, screen, waitFor, within } from '../../testing/render.tsx'
import { CLOSED, sampleDish } from '../../testing/samples.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { changeFilter } from '../allergens/index.ts'
import { DishStepper } from './cart-buttons.tsx'
import CartDrawer from './cart-drawer.tsx'
import { CartRepair } from './cart-repair.ts'
import { cart, cartStore, useCart } from './cart-store.ts'

const SOUP = sampleDish()
const UNTIL = '2026-11-22T02:00:00.000Z'
const ROLLS = sampleDish({ id: 8, name: 'Pork rolls', nameRo: 'Sarmale', price: 1000 })

beforeEach(() => {
  cartStore.setState({ ...cartStore.getInitialState(), lines: [] }, true)
  changeFilter({ allergens: [] })
})

/** The drawer on a page with the given menu. */
function CartOfMenu({
  menu,
  items = [],
  tableNumber = null,
}: {
  menu?: MenuItem[]
  items?: MenuItem[]
  tableNumber?: number | null
}) {
  return (
    <>
      <CartRepair items={menu} />
      <CartDrawer items={items} table={tableNumber === null ? null : { number: tableNumber, label: 'Terasa 3' }} />
    </>
  )
}

/** The drawer with the dialog of the next step. */
function CartWithDetails() {
  const isDetails = useCart(({ isOpen, step }) => isOpen && step === 'details')
  return (
    <CartDrawer
      table={null}
      items={[]}
      details={
        <Dialog open={isDetails} onOpenChange={cart.backToCart} title="details">
          <input aria-label="field" />
        </Dialog>
      }
    />
  )
}

describe('the cart', () => {
  const open = async (tableNumber: number | null = null) => {
    cart.toggle()
    const rendered = render(<CartOfMenu tableNumber={tableNumber} />)
    const drawer = await dialog()
    return { ...rendered, drawer, soup: nameIn('en', SOUP), rolls: nameIn('en', ROLLS) }
  }

  it('shows that it is empty, with the checkout button disabled', async () => {
    const { user, t, drawer } = await open()
    expect(drawer.getByRole('heading', { name: t('cart.title') })).toBeDefined()
    expect(drawer.getByText(t('cart.empty'))).toBeDefined()
    expect(drawer.getByText(t('cart.emptyDescription'))).toBeDefined()
    expect(drawer.getByRole('button', { name: t('cart.checkout') })).toHaveProperty('disabled', true)
    await user.click(drawer.getByRole('button', { name: t('cart.backToMenu') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has a row for each dish, with price times quantity, and the total', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.put({ dish: cartDishOf(ROLLS), quantity: 1 })
    const { user, t, drawer, soup, rolls } = await open(4)
    expect(drawer.getByRole('heading', { name: t('cart.sharedTitle', { table: '4 · Terasa 3' }) })).toBeDefined()
    const rows = () => drawer.getAllByRole('listitem')
    const row = (index: number) => within(rows()[index] as HTMLElement)
    expect(row(0).getByText(soup)).toBeDefined()
    expect(row(0).getByText('28.50 LEI × 2')).toBeDefined()
    expect(row(0).getByText('57.00 LEI')).toBeDefined()
    expect(row(1).getByText('10.00 LEI × 1')).toBeDefined()
    expect(drawer.getByText('67.00 LEI')).toBeDefined()
    expect(drawer.getByText(t('cart.vatIncluded'))).toBeDefined()

    await user.click(drawer.getByRole('button', { name: t('menu.less', { name: soup }) }))
    expect(row(0).getByText('28.50 LEI × 1')).toBeDefined()
    // Removing the last portion removes the row and moves the focus to the next one.
    await user.click(drawer.getByRole('button', { name: t('cart.remove', { name: soup }) }))
    expect(rows()).toHaveLength(1)
    expect(rows()[0]?.contains(document.activeElement)).toBe(true)
    await user.click(drawer.getByRole('button', { name: t('menu.more', { name: rolls }) }))
    expect(drawer.getAllByText('20.00 LEI')).toHaveLength(2)
    // The bin removes both portions at once.
    await user.click(drawer.getByRole('button', { name: t('cart.remove', { name: rolls }) }))
    expect(drawer.getByText(t('cart.empty'))).toBeDefined()
  })

  it('takes no more of a dish than is known to be left, counting all its lines, and says how many', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.put({ dish: cartDishOf(SOUP), quantity: 1, notes: 'hot' })
    cart.toggle()
    const { user, t } = render(<CartOfMenu items={[{ ...SOUP, portionsLeft: 3 }]} />)
    const drawer = await dialog()
    const more = () => drawer.findAllByRole('button', { name: t('menu.more', { name: nameIn('en', SOUP) }) })
    expect(drawer.queryByText(t('menu.onlyLeft', { count: 3 }))).toBeNull()
    await user.click((await more())[0] as HTMLElement)
    expect((await more()).map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
    expect(drawer.getAllByText(t('menu.onlyLeft', { count: 3 }))).toHaveLength(2)
    act(() => cart.limit(SOUP.id, 2))
    expect(cartStore.getState().lines.map(({ quantity }) => quantity)).toEqual([2])
  })

  it('saves a note with its dish', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    const { user, t, drawer, soup } = await open()
    const noteFor = t('cart.noteFor', { name: soup })
    await user.click(drawer.getByRole('button', { name: new RegExp(t('cart.addNote')) }))
    const field = drawer.getByRole('textbox', { name: noteFor })
    expect(document.activeElement).toBe(field)
    await user.fill(field, 'fără ceapă')
    await user.keyboard('{Enter}')
    const opener = drawer.getByRole('button', { name: `fără ceapă (${noteFor})` })
    await waitFor(() => expect(document.activeElement).toBe(opener))
    expect(cartStore.getState().lines[0]?.notes).toBe('fără ceapă')
  })

  it('allows 2,000 characters of notes in total, and shows a message when they are used up', async () => {
    const otherLines = Array.from({ length: 14 }, (_, i) => ({
      dish: cartDishOf(sampleDish({ id: 100 + i })),
      quantity: 1,
      notes: 'n'.repeat(140),
    }))
    cartStore.setState({ lines: [{ dish: cartDishOf(SOUP), quantity: 1, notes: 'n'.repeat(39) }, ...otherLines] })
    const { user, t, drawer, soup } = await open()
    const name = t('cart.noteFor', { name: soup })
    const [opener] = drawer.getAllByRole('button', { name: /^n{39} / })
    await user.click(opener as HTMLElement)
    const field = drawer.getByRole('textbox', { name })
    expect(field.getAttribute('maxlength')).toBe('40')
    expect(drawer.queryByText(t('cart.notesFull'))).toBeNull()
    await user.fill(field, 'o'.repeat(40))
    expect(drawer.getByText(t('cart.notesFull'))).toBeDefined()
    await user.fill(field, 'o')
    expect(drawer.queryByText(t('cart.notesFull'))).toBeNull()
  })

  it('marks a dish that is sold out today, which stands in no total and can only be reduced', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.put({ dish: cartDishOf(ROLLS), quantity: 1 })
    const { user, t, drawer, soup, rolls, rerender } = await open()
    rerender(<CartOfMenu menu={[sampleDish({ soldOutUntil: UNTIL }), ROLLS]} />)
    expect(await screen.findByText(t('cart.soldOut', { names: soup }))).toBeDefined()
    const row = within(drawer.getAllByRole('listitem')[0] as HTMLElement)
    expect(row.getByText(t('menu.soldOutToday'))).toBeDefined()
    expect(drawer.getAllByText(t('menu.soldOutToday'))).toHaveLength(1)
    // Of the line itself and, without the other one, of the whole cart.
    expect(drawer.getByText('57.00 LEI').className).toContain('line-through')
    expect(drawer.getAllByText('10.00 LEI')).toHaveLength(2)
    const more = (name: string) => drawer.getByRole('button', { name: t('menu.more', { name }) })
    expect([more(soup), more(rolls)].map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', null])
    await user.click(drawer.getByRole('button', { name: t('menu.less', { name: soup }) }))
    expect(row.getByText('28.50 LEI × 1')).toBeDefined()
    rerender(<CartOfMenu menu={[SOUP, ROLLS]} />)
    await waitFor(() => expect(drawer.queryByText(t('menu.soldOutToday'))).toBeNull())
    expect(more(soup).getAttribute('aria-disabled')).toBeNull()
  })

  it('shows the options of a line, what is left out first, and asks again once they no longer fit', async () => {
    const option = {
      times: 1,
      allergenCodes: [],
      menuItemId: null,
      preselected: false,
      isActive: true,
      soldOutUntil: null,
    }
    const large = { ...option, id: 5, name: 'Large', nameRo: 'Mare', price: 900 }
    const onion = { ...option, id: 6, name: 'onion', nameRo: 'ceapă', price: 0 }
    const sizes = {
      id: 1,
      name: 'Size',
      nameRo: 'Mărime',
      dishId: null,
      without: false,
      min: 1,
      max: 1,
      options: [large],
    }
    const leftOut = { ...sizes, id: 2, without: true, min: 0, max: null, options: [onion] }
    const pizza = sampleDish({ optionGroupIds: [1, 2], hasOptions: true })
    cart.put({ dish: cartDishOf(pizza), quantity: 2, options: cartOptions([sizes, leftOut], [5, 6]) })
    queryClient.setQueryData([listOptions.path], [sizes, leftOut])
    const { user, t, drawer, rerender } = await open()
    rerender(<CartOfMenu menu={[pizza]} items={[pizza]} />)
    const row = within(drawer.getAllByRole('listitem')[0] as HTMLElement)
    const name = nameIn('en', pizza)
    const [without, size] = ['NO onion', 'Large']
    const [first, second] = [row.getByText(without), row.getByText(size)]
    expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(row.getByText('37.50 LEI × 2')).toBeDefined()
    await user.click(row.getByRole('button', { name: `${t('cart.change')}: ${name}` }))
    expect(openedDialog('line')).toMatchObject({ item: pizza, line: { options: [{ id: 6 }, { id: 5 }] } })
    act(
      () => void queryClient.setQueryData([listOptions.path], [{ ...sizes, options: [{ ...large, id: 9 }] }, leftOut]),
    )
    expect(await row.findByText(t('cart.unfitLine'))).toBeDefined()
    expect(await screen.findByText(t('cart.unfit', { names: name }))).toBeDefined()
    expect(row.getByRole('button', { name: `${t('cart.chooseAgain')}: ${name}` })).toBeDefined()
    expect(drawer.getByText('0.00 LEI')).toBeDefined()
  })

  it('shows what a takeaway order would add, unless a table is set', async () => {
    cart.put({
      dish: { ...cartDishOf(SOUP), takeawayFee: { name: 'Box', nameRo: 'Ambalaj', amount: 50, deposit: false } },
      quantity: 3,
    })
    const { t, drawer, rerender } = await open()
    const fee = t('cart.feeIfTakeaway', { name: 'Box' })
    expect(drawer.getByText(fee).textContent).toBe(`${fee}1.50 LEI`)
    rerender(<CartOfMenu tableNumber={4} />)
    expect(drawer.queryByText(fee)).toBeNull()
  })

  it('leads to a later time while it is closed and takeaway orders have one, but not at a table', async () => {
    cart.put({ dish: SOUP, quantity: 1 })
    cart.toggle()
    const hours = { ...CLOSED, pickup: { on: true, asap: false } }
    const { t, unmount } = render(<CartDrawer items={[]} table={null} ahead={<p>ahead</p>} />, { hours })
    const drawer = await dialog()
    expect(drawer.getByText('ahead')).toBeDefined()
    expect(drawer.getByRole('button', { name: t('cart.checkout') })).toHaveProperty('disabled', false)
    unmount()
    render(<CartDrawer items={[]} table={{ number: 4, label: null }} ahead={<p>ahead</p>} />, { hours })
    const atTable = await dialog()
    expect(atTable.queryByText('ahead')).toBeNull()
    expect(atTable.getByRole('button', { name: t('cart.paused') })).toHaveProperty('disabled', true)
  })

  it('says on its button that orders are paused', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.toggle()
    const { t } = render(<CartOfMenu />, { settings: { ordersPaused: true } })
    const drawer = await dialog()
    expect(drawer.getByRole('button', { name: t('cart.paused') })).toHaveProperty('disabled', true)
    expect(drawer.queryByRole('button', { name: t('cart.checkout') })).toBeNull()
    expect(drawer.getByRole('status').textContent).toBe(t('menu.paused'))
  })
})

describe('the stepper of a dish', () => {
  it('has no “+” for a dish that is sold out today, can still reduce its quantity, and keeps the focus', async () => {
    const soldOut = sampleDish({ soldOutUntil: UNTIL })
    const { user, t, rerender } = render(<DishStepper item={soldOut} />)
    expect(screen.queryByRole('button')).toBeNull()
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    const name = nameIn('en', SOUP)
    const less = await screen.findByRole('button', { name: t('menu.less', { name }) })
    expect(screen.queryByRole('button', { name: t('menu.more', { name }) })).toBeNull()
    await user.click(less)
    expect(cartStore.getState().lines).toEqual([])
    expect(document.activeElement).not.toBe(document.body)
    rerender(<DishStepper item={SOUP} />)
    expect(screen.getByRole('button', { name: t('menu.add', { name }) })).toBeDefined()
  })

  it('stops at the portions that are known to be left', async () => {
    const few = sampleDish({ portionsLeft: 2 })
    const { user, t } = render(<DishStepper item={few} />)
    const more = () => screen.getByRole('button', { name: t('menu.more', { name: nameIn('en', few) }) })
    await user.click(screen.getByRole('button', { name: t('menu.add', { name: nameIn('en', few) }) }))
    await user.click(more())
    await waitFor(() => expect(more().getAttribute('aria-disabled')).toBe('true'))
  })

  it('shows the sum of the lines of its dish; with several, “−” opens the cart, which knows which', async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 2 })
    cart.put({ dish: cartDishOf(SOUP), quantity: 1, notes: 'hot' })
    const { user, t } = render(<DishStepper item={SOUP} />)
    expect(screen.getByText(t('menu.inCart', { count: 3 }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('menu.less', { name: nameIn('en', SOUP) }) }))
    expect(cartStore.getState()).toMatchObject({ isOpen: true, lines: [{ quantity: 2 }, { quantity: 1 }] })
  })

  it('steps up and down, keeps the focus, and stops at 99', async () => {
    const { user, t } = render(<DishStepper item={SOUP} />)
    const name = nameIn('en', SOUP)
    const button = (key: 'menu.add' | 'menu.more' | 'menu.less') =>
      screen.getByRole('button', { name: t(key, { name }) })
    await user.click(button('menu.add'))
    await screen.findByText(t('menu.inCart', { count: 1 }))
    await user.click(button('menu.more'))
    expect(screen.getByText(t('menu.inCart', { count: 2 }))).toBeDefined()
    await user.click(button('menu.less'))
    await user.click(button('menu.less'))
    expect(document.activeElement).toBe(button('menu.add'))
    await user.click(button('menu.add'))
    cart.put({ dish: cartDishOf(SOUP), quantity: 98 })
    await waitFor(() => expect(button('menu.more').getAttribute('aria-disabled')).toBe('true'))
  })
})

describe('the details of an order', () => {
  const open = async () => {
    cart.put({ dish: cartDishOf(SOUP), quantity: 1 })
    cart.toggle()
    const rendered = render(<CartWithDetails />)
    await rendered.user.click((await dialog()).getByRole('button', { name: rendered.t('cart.checkout') }))
    await dialog('details')
    return rendered
  }

  it('are a dialog above the cart; Esc returns to it, to the button that led there', async () => {
    const { user, t } = await open()
    await user.click(screen.getByRole('textbox', { name: 'field' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    const cartStep = await dialog(t('cart.title'))
    await waitFor(() => expect(document.activeElement).toBe(cartStep.getByRole('button', { name: t('cart.checkout') })))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(cartStore.getState()).toMatchObject({ isOpen: false, step: 'cart' })
  })
})
