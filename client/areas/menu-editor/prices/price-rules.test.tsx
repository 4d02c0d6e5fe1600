import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import { listOptions, type OptionGroup } from '#shared/contracts/menu/options.ts'
import {
  changePriceRule,
  createPriceRule,
  deletePriceRule,
  listPriceRules,
  type PriceRule,
} from '#shared/contracts/price-rules.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { dialog, fakeApi, render, screen, textBelow, waitFor, within } from '../../../testing/render.tsx'
import { sampleDish } from '../../../testing/samples.ts'
import PriceRulesView from './price-rules-view.tsx'

const DRINKS: MenuCategory = { id: 1, name: 'Drinks', nameRo: 'Băuturi', position: 1, isActive: true, hasItems: true }
const SOUPS: MenuCategory = { ...DRINKS, id: 2, name: 'Soups', nameRo: 'Ciorbe', position: 2 }
const drink = (id: number, name: string, price: number) =>
  sampleDish({ id, name, nameRo: name, price, category: 'Drinks', categoryRo: 'Băuturi' })
const SIZES = {
  ...{ id: 5, name: 'Size', nameRo: 'Mărime', without: false, min: 1, max: 1, version: 1, dishId: null, usedBy: [9] },
  options: [
    ...[{ id: 51, name: 'Small', nameRo: 'Mic', price: 1005, times: 1, allergenCodes: [], menuItemId: null }].map(
      (option) => ({ ...option, preselected: false, isActive: true, soldOutUntil: null }),
    ),
  ],
} as unknown as OptionGroup
const DISHES = [
  { ...drink(9, 'Wine', 0), optionGroupIds: [5], hasOptions: true, fromPrice: 1005 },
  ...[drink(1, 'Beer', 1400), drink(2, 'Cider', 1505), drink(3, 'Gin', 2000), drink(4, 'Rum', 2000)],
  ...[drink(5, 'Ouzo', 1), drink(6, 'Cola', 900), drink(7, 'Water', 0)],
  sampleDish({ id: 20, category: 'Soups', price: 2850 }),
]

const EVENING: PriceRule = {
  ...{ id: 1, name: 'Happy hour', nameRo: '', percent: 30, roundTo: 1, categoryIds: [1], dishIds: [20], version: 3 },
  weekly: WEEKDAYS.map((day) => ({ day, from: '12:00', to: '18:00' })),
  ...{ from: null, until: null, isActive: true },
}
const weekly = (day: number, from: string, to: string) => [{ day, from, to }]
const NIGHT: PriceRule = { ...EVENING, id: 2, name: 'Night', dishIds: [], weekly: weekly(5, '22:00', '02:00') }
const MONDAY: PriceRule = { ...EVENING, id: 3, name: 'Monday', weekly: weekly(1, '10:00', '11:00') }
const WEEKEND: PriceRule = {
  ...MONDAY,
  id: 7,
  name: 'Weekend',
  weekly: [6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })),
}
const PAST: PriceRule = { ...EVENING, id: 4, name: 'May', from: '2026-05-01', until: '2026-05-31' }
const EMPTY: PriceRule = { ...EVENING, id: 5, name: 'Of old dishes', categoryIds: [], dishIds: [] }
const BROKEN: PriceRule = { ...EVENING, id: 8, name: 'Odd', weekly: null, isBroken: true }
const OFF: PriceRule = { ...EVENING, id: 6, name: 'Lunch', weekly: null, isActive: false }

// Friday, 13:00 in the restaurant's time zone.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-12T10:00:00Z') }))

async function open(rules: PriceRule[] = [], settings: Partial<Settings> = {}, dishes = DISHES) {
  fakeApi.answers(getMenu, dishes)
  fakeApi.answers(getCategories, [DRINKS, SOUPS])
  fakeApi.answers(listOptions, [SIZES])
  fakeApi.answers(listPriceRules, rules)
  const view = render(<PriceRulesView />, { settings })
  const { user } = view
  const edit = async (name?: string) => {
    const label = name ? new RegExp(`^${name}`) : /^Add( your first rule)?$/
    await user.click(await screen.findByRole('button', { name: label }))
    const form = await dialog(name ? 'Edit rule' : 'New rule')
    const set = (label: string, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } })
    const save = () => user.click(form.getByRole('button', { name: 'Save' }))
    const choose = (name: string) => user.click(form.getByRole('checkbox', { name }))
    const prices = (list: string) =>
      within(form.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    return { form, set, save, choose, prices }
  }
  return { ...view, edit }
}

describe('the list of price rules', () => {
  it('says what runs now, what is next, and what never runs again, in that order, and its hours once', async () => {
    await open([OFF, EMPTY, PAST, MONDAY, WEEKEND, NIGHT, EVENING, BROKEN])
    await screen.findByText('Runs now')
    const rows = within(screen.getByRole('list', { name: 'Happy hour and timed prices' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('button')?.textContent)).toEqual([
      'Happy hour −30%Runs now12:00–18:00 · Drinks, Sour soup',
      'Of old dishes −30%Lowers no price12:00–18:00',
      'Odd −30%Cannot be readDrinks, Sour soup',
      'Night −30%Next: todayFri 22:00–02:00 · Drinks',
      'Weekend −30%Next: tomorrowSat–Sun 00:00–24:00 · Drinks, Sour soup',
      'Monday −30%Next: MondayMon 10:00–11:00 · Drinks, Sour soup',
      'May −30%Ended12:00–18:00 · 1 May 2026 – 31 May 2026 · Drinks, Sour soup',
      'Lunch −30%Offalways · Drinks, Sour soup',
    ])
  })

  it('shows what dishes cost at a moment, by the rule with the highest percent, each price rounded', async () => {
    const { user } = await open([EVENING, { ...NIGHT, percent: 50 }, { ...OFF, percent: 90 }])
    const shown = () =>
      within(screen.getByRole('list', { name: 'What guests pay at…' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    await waitFor(() => expect(shown()[0]).toBe('Winefrom 10.05 → 7.04 LEI'))
    expect(shown()).toContain('Beer14.00 → 9.80 LEI')
    expect(shown()).toContain('Cider15.05 → 10.54 LEI')
    expect(shown()).toContain('Ouzo0.01 → 0.01 LEI')
    expect(shown()).toContain('Sour soup28.50 → 19.95 LEI')
    expect(shown().some((text) => text?.startsWith('Water'))).toBe(false)
    await user.fill(screen.getByLabelText('Day'), '13.06.2026')
    await user.fill(screen.getByLabelText('Time'), '01:30')
    expect(shown()).toContain('Beer14.00 → 7.00 LEI')
    await user.fill(screen.getByLabelText('Time'), '03:00')
    expect(screen.getByText('No price is lowered then.')).toBeDefined()
  })

  it('shows no price as lowered by a rule that cannot be read', async () => {
    await open([BROKEN])
    expect(await screen.findByText('No price is lowered then.')).toBeDefined()
  })
})

describe('the switch of a rule', () => {
  it('stands in its row, and applies at once', async () => {
    const { user } = await open([EVENING])
    const toggle = await screen.findByRole('switch', { name: 'On: Happy hour' })
    const off = { ...EVENING, isActive: false, version: 4 }
    fakeApi.answers(changePriceRule, off)
    fakeApi.answers(listPriceRules, [off])
    await user.click(toggle)
    expect(await screen.findByText('Off')).toBeDefined()
    expect(fakeApi.callsOf(changePriceRule).map(({ body }) => body)).toEqual([{ isActive: false }])
  })
})

it('what guests pay at a moment names the first twenty dishes', async () => {
  const many = Array.from({ length: 22 }, (_, i) => drink(100 + i, `Drink ${i}`, 1000))
  await open([EVENING], {}, many)
  const list = await screen.findByRole('list', { name: 'What guests pay at…' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(20)
  expect(screen.getByText('and 2 more')).toBeDefined()
})

describe('the form of a price rule', () => {
  it('names what is wrong, shows five examples, and adds the rule', async () => {
    const { edit } = await open()
    const { form, set, save, choose, prices } = await edit()
    await save()
    const percent = form.getByLabelText('Discount, %')
    await waitFor(() => expect(textBelow(percent)).toBe('This is required'))
    expect(form.getByText('Choose at least one category or dish')).toBeDefined()
    for (const [typed, message] of [
      ['0', 'At least 1'],
      ['91', 'At most 90'],
      ['12.5', 'Must be a whole number'],
      ['much', 'Must be a number'],
    ] as const) {
      set('Discount, %', typed)
      await waitFor(() => expect(textBelow(percent)).toBe(message))
      expect(form.queryByText('Guests then pay')).toBeNull()
    }
    set('Discount, %', '30')
    await choose('Drinks')
    await waitFor(() => expect(form.queryByText('Choose at least one category or dish')).toBeNull())
    expect(prices('Guests then pay').map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
      'Beer14.00 → 10.00 LEI',
      'Cider15.05 → 10.50 LEI',
      'Gin20.00 → 14.00 LEI',
      'Rum20.00 → 14.00 LEI',
      'Ouzo0.01 → 0.01 LEI',
    ])
    set('Name · English', 'Happy hour')
    set('First day', '12.06.2026')
    set('Last day', '11.06.2026')
    await save()
    const last = form.getByLabelText('Last day')
    await waitFor(() => expect(textBelow(last)).toBe('The first date must be before the last one, or the same'))
    // A date that is none must not become "any".
    set('Last day', '31.06.2026')
    await save()
    await waitFor(() => expect(textBelow(last)).toBe('Enter a date from 2000 to 2099'))
    set('Last day', '')
    fakeApi.answers(createPriceRule, EVENING)
    await save()
    expect(await screen.findByText('Happy hour has been saved')).toBeDefined()
    expect(fakeApi.callsOf(createPriceRule)[0]?.headers.has('Idempotency-Key')).toBe(true)
    expect(fakeApi.callsOf(createPriceRule)[0]?.body).toEqual({
      ...{ name: 'Happy hour', nameRo: '', percent: 30, roundTo: 50, categoryIds: [1], dishIds: [], isActive: true },
      weekly: WEEKDAYS.map((day) => ({ day, from: '16:00', to: '18:00' })),
      ...{ from: '2026-06-12', until: null },
    })
  })

  it('sends the changed fields alone, with the version that it changes', async () => {
    const { user, edit } = await open([EVENING])
    const { form, save, choose } = await edit('Happy hour')
    await choose('Sour soup')
    await user.fill(form.getByLabelText('Add a dish of the menu'), 'gin')
    await user.click(form.getByRole('button', { name: 'Add Gin' }))
    await user.click(form.getByRole('switch', { name: 'Only at these hours' }))
    fakeApi.answers(changePriceRule, { ...EVENING, dishIds: [3], weekly: null, version: 4 })
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [change] = fakeApi.callsOf(changePriceRule)
    expect(change?.body).toEqual({ dishIds: [3], weekly: null })
    expect(change?.headers.get('If-Match')).toBe('"3"')
  })

  it('renames in a Romanian restaurant the English name that only repeats the Romanian one, too', async () => {
    const { edit } = await open([{ ...EVENING, name: 'Ora bună', nameRo: 'Ora bună' }], { language: 'ro' })
    const { form, set, save } = await edit('Ora bună')
    expect(form.getByLabelText<HTMLInputElement>('Name · English').value).toBe('')
    set('Name · Romanian', 'Ora fericită')
    fakeApi.answers(changePriceRule, { ...EVENING, name: 'Ora fericită', nameRo: 'Ora fericită', version: 4 })
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(changePriceRule)[0]?.body).toEqual({ name: 'Ora fericită', nameRo: 'Ora fericită' })
  })

  it('shows both versions of a rule that somebody else has changed, and saves over it', async () => {
    const { user, edit } = await open([EVENING])
    const { form, set, save } = await edit('Happy hour')
    set('Discount, %', '40')
    const theirs = { ...EVENING, percent: 20, categoryIds: [2], dishIds: [], version: 4 }
    fakeApi.refuses(changePriceRule, 409, { code: 'rule_changed', rule: theirs })
    await save()
    const notice = within(await form.findByRole('alert', { name: 'Somebody else has changed this' }))
    expect(notice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      ...['As it is now20', 'Yours40', 'As it is nowSoups'],
      'Yoursnot changed by you: stays as it is now',
      ...['As it is now(empty)', 'Yoursnot changed by you: stays as it is now'],
    ])
    fakeApi.answers(changePriceRule, { ...theirs, percent: 40, version: 5 })
    await user.click(notice.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(fakeApi.callsOf(changePriceRule)).toHaveLength(2))
    const [, second] = fakeApi.callsOf(changePriceRule)
    expect([second?.body, second?.headers.get('If-Match')]).toEqual([{ percent: 40 }, '"4"'])
  })

  it('keeps what was typed if there are too many rules, and says so', async () => {
    const { edit } = await open()
    const { form, set, save, choose } = await edit()
    set('Name · English', 'One more')
    set('Discount, %', '10')
    await choose('Soups')
    const message = 'There can be at most 20 price rules'
    fakeApi.refuses(createPriceRule, 409, { code: 'too_many_rules', message })
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    expect(form.getByLabelText('Name · English')).toHaveProperty('value', 'One more')
  })

  it('asks before it deletes a rule', async () => {
    const { user, edit } = await open([EVENING])
    const { form } = await edit('Happy hour')
    await user.click(form.getByRole('button', { name: 'Delete' }))
    fakeApi.answers(deletePriceRule, undefined)
    fakeApi.answers(listPriceRules, [])
    const question = await screen.findByRole('alertdialog', { name: 'Delete Happy hour?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No timed prices yet')).toBeDefined()
  })
})
