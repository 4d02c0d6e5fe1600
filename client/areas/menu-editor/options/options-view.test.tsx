import { describe, expect, it } from 'vitest'
import { setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import {
  changeOptionGroup,
  copyOptionGroup,
  createOptionGroup,
  deleteOptionGroup,
  listOptions,
  setOptionSoldOut,
} from '#shared/contracts/menu/options.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { answerMenu, DONENESS, FRIES, SIDES, sampleOption } from './options.fixture.ts'
import OptionsView from './options-view.tsx'

describe('the groups of options', () => {
  const open = async (group?: typeof SIDES, language: Language = 'en', groups?: (typeof SIDES)[]) => {
    answerMenu(groups)
    const rendered = render(<OptionsView />, { settings: { language } })
    const { t, user } = rendered
    const list = within(await screen.findByRole('region', { name: t('menuOptions.groups') }))
    if (group) await user.click(list.getByRole('button', { name: new RegExp(nameIn('en', group)) }))
    const price = (number: number) => screen.getByRole('textbox', { name: t('menuOptions.price', { number }) })
    const name = (number: number) => screen.getByRole('textbox', { name: t('menuOptions.optionName', { number }) })
    const press = (label: string) => user.click(screen.getByRole('button', { name: label }))
    return { ...rendered, list, price, name, press, save: () => press(t('common.save')) }
  }
  const nameOf = (named: { name: string; nameRo: string }) => nameIn('en', named)

  it('lists them with their use and prices', async () => {
    const { t, list } = await open()
    expect(list.getByText('0.00–4.00')).toBeDefined()
    expect(list.getAllByText(t('menuOptions.usedBy', { count: 1 }))).toHaveLength(2)
    expect(list.getByText(t('menuOptions.noExtra'))).toBeDefined()
  })

  it('sends no English names that only repeat the Romanian ones in a Romanian restaurant', async () => {
    const copied = { ...SIDES, nameRo: SIDES.name, options: [sampleOption({ id: 51, name: 'Orez', nameRo: 'Orez' })] }
    const { save, user } = await open(copied, 'ro', [copied])
    fakeApi.answers(changeOptionGroup, copied)
    const [romanian] = await screen.findAllByDisplayValue('Orez')
    await user.fill(romanian as HTMLElement, 'Orez sălbatic')
    await save()
    await waitFor(() => expect(fakeApi.callsOf(changeOptionGroup)).toHaveLength(1))
    expect(fakeApi.callsOf(changeOptionGroup)[0]?.body).toMatchObject({
      ...{ name: '', nameRo: SIDES.name },
      options: [{ id: 51, name: '', nameRo: 'Orez sălbatic' }],
    })
  })

  it('saves a change over the version that was opened, with the ids of the options that stay', async () => {
    const { t, user, price, name, save } = await open(SIDES)
    fakeApi.answers(changeOptionGroup, { ...SIDES, version: 4 })
    await user.click(name(2))
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('textbox', {
          name: t('menuOptions.optionName', { number: 3 }),
        }),
      ),
    )
    await user.fill(name(3), 'Salad')
    await user.fill(price(3), '3,50')
    await user.click(screen.getByRole('button', { name: t('common.moreFor', { name: 'Salad' }) }))
    await user.click(await screen.findByRole('menuitem', { name: t('menuEditor.up') }))
    await save()
    await waitFor(() => expect(fakeApi.callsOf(changeOptionGroup)).toHaveLength(1))
    const [call] = fakeApi.callsOf(changeOptionGroup)
    expect(call?.headers.get('If-Match')).toBe('"3"')
    expect(call?.body).toMatchObject({
      ...{ name: 'Side', min: 0, max: 1 },
      options: [{ id: 51 }, { name: 'Salad', price: 350 }, { id: 52, price: 400, preselected: true }],
    })
  })

  it('says the limits in words beside the numbers', async () => {
    const { t, user, press } = await open(SIDES)
    const words = () => screen.getByText(t('menuOptions.guestsRead')).textContent
    expect(words()).toContain(t('menuOptions.upTo', { count: 1 }))
    await press(t('menu.more', { name: t('menuOptions.min') }))
    expect(words()).toContain(t('menuOptions.choose', { count: 1 }))
    await user.click(screen.getByRole('radio', { name: t('menuOptions.kinds.some') }))
    expect(words()).toContain(t('menuOptions.any'))
    expect(screen.getByText(t('menuOptions.examples.some'))).toBeDefined()
    await press(t('menu.more', { name: t('menuOptions.max') }))
    expect(words()).toContain(t('menuOptions.upTo', { count: 2 }))
    await press(t('menu.more', { name: t('menuOptions.min') }))
    expect(words()).toContain(t('menuOptions.between', { min: 1, max: 2 }))
  })

  it('adds a group whose options are a new one and a dish, but offers no dish with required choices', async () => {
    const { t, user, name, press, save } = await open()
    await press(t('menuOptions.add'))
    await user.fill(await screen.findByLabelText(t('menuEditor.fields.name')), 'Extras')
    await user.fill(name(1), 'Bread')
    await user.fill(screen.getByRole('textbox', { name: t('menuOptions.addDish') }), 'frie')
    expect(screen.queryByText(nameOf({ name: 'Fried steak', nameRo: 'Friptură prăjită' }))).toBeNull()
    await press(t('menuOptions.dishFound', { name: nameOf(FRIES) }))
    fakeApi.refuses(createOptionGroup, 409, { code: 'group_exists', message: 'Există' })
    await save()
    expect(await screen.findByText('Există')).toBeDefined()
    const added = { ...SIDES, id: 9, name: 'Extras', nameRo: '' }
    fakeApi.answers(createOptionGroup, added)
    fakeApi.answers(listOptions, [SIDES, DONENESS, added])
    await save()
    expect(await screen.findByText(t('common.saved', { name: 'Extras' }))).toBeDefined()
    const [first, second] = fakeApi.callsOf(createOptionGroup)
    expect(second?.body).toMatchObject({ dishId: null, options: [{ name: 'Bread', price: 0 }, { menuItemId: 8 }] })
    expect(first?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('rejects a price that can mean two things, a negative one and a nameless option, at their rows', async () => {
    const { t, user, price, name, save } = await open(SIDES)
    await user.fill(price(1), '4')
    await save()
    expect(await screen.findByText(t('menuEditor.price.choose'))).toBeDefined()
    await user.fill(price(1), '-4')
    await user.fill(name(2), '')
    await user.fill(screen.getByRole('textbox', { name: t('menuOptions.optionNameRo', { number: 2 }) }), '')
    await save()
    expect(await screen.findByText(t('validation.atLeastCharacters', { count: 1 }))).toBeDefined()
    expect(price(1).getAttribute('aria-invalid')).toBe('true')
    expect(fakeApi.callsOf(changeOptionGroup)).toEqual([])
  })

  it('asks the second person who saves; an option that was deleted meanwhile is added again', async () => {
    const { t, user, name, save, press } = await open(SIDES)
    const theirs = { ...SIDES, nameRo: 'Garnituri', version: 4, options: [sampleOption({ id: 51 })] }
    fakeApi.refuses(changeOptionGroup, 409, { code: 'options_changed', message: 'x', optionGroup: theirs })
    await user.fill(name(2), 'Mashed potatoes')
    await save()
    const notice = within(await screen.findByRole('alert', { name: t('drafts.versions.title') }))
    expect(notice.getByText('Garnituri')).toBeDefined()
    fakeApi.answers(changeOptionGroup, { ...theirs, version: 5 })
    await press(t('drafts.versions.saveMine'))
    await waitFor(() => expect(fakeApi.callsOf(changeOptionGroup)).toHaveLength(2))
    const [, last] = fakeApi.callsOf(changeOptionGroup)
    expect(last?.headers.get('If-Match')).toBe('"4"')
    expect(last?.body).toMatchObject({ nameRo: 'Garnituri', options: [{ id: 51 }, { name: 'Mashed potatoes' }] })
    const { options = [] } = (last?.body ?? {}) as { options?: object[] }
    expect(options[1]).not.toHaveProperty('id')
  })

  it('marks an option as sold out in its menu, and the dish in place of an option that names it', async () => {
    answerMenu()
    const { t, user, press } = await open(SIDES)
    const until = '2026-11-25T03:00:00.000Z'
    const [rice, mash] = SIDES.options
    const soldOut = { ...SIDES, options: [{ ...sampleOption({}), soldOutUntil: until }, mash ?? sampleOption({})] }
    fakeApi.answers(setOptionSoldOut, soldOut)
    fakeApi.answers(listOptions, [soldOut, DONENESS])
    await press(t('common.moreFor', { name: nameOf(rice ?? SIDES) }))
    await user.click(await screen.findByRole('menuitem', { name: t('menuOptions.soldOut') }))
    const row = within(screen.getByRole('listitem', { name: nameOf(rice ?? SIDES) }))
    expect(await row.findByText(t('menuOptions.soldOut'))).toBeDefined()
    expect(fakeApi.callsOf(setOptionSoldOut)).toMatchObject([
      { path: '/api/menu/options/5/51/sold-out', body: { soldOut: true } },
    ])
    expect(fakeApi.callsOf(setSoldOut)).toEqual([])
  })

  it('says how many dishes use a group before it is deleted, and copies it', async () => {
    const { t, user, press } = await open(SIDES)
    const copy = { ...SIDES, id: 10, name: 'Side (2)', nameRo: 'Garnitură (2)', usedBy: [] }
    // The answer to the first is lost: what is sent again makes no second one.
    fakeApi.isOutOfReach(copyOptionGroup)
    await press(t('menuOptions.copy'))
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    fakeApi.answers(copyOptionGroup, copy)
    fakeApi.answers(listOptions, [SIDES, DONENESS, copy])
    await press(t('menuOptions.copy'))
    const keys = fakeApi.callsOf(copyOptionGroup).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys[1] === keys[0], Boolean(keys[0])]).toEqual([true, true])
    expect(await screen.findByRole('heading', { level: 2, name: nameOf(copy) })).toBeDefined()
    await user.click(screen.getByRole('button', { name: new RegExp(`^${nameOf(SIDES)}[^(]*$`) }))
    await press(t('common.delete'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(t('menuOptions.deleteDescription', { number: 1 }))).toBeDefined()
    fakeApi.answers(deleteOptionGroup, undefined)
    fakeApi.answers(listOptions, [DONENESS])
    await user.click(question.getByRole('button', { name: t('common.delete') }))
    expect(await screen.findByText(t('common.deleted', { name: nameOf(SIDES) }))).toBeDefined()
    expect(fakeApi.callsOf(deleteOptionGroup).map(({ path }) => path)).toEqual(['/api/menu/options/5'])
  })
})
