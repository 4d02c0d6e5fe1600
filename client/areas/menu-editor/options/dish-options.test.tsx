import { describe, expect, it } from 'vitest'
import { changeDish } from '#shared/contracts/menu/menu-editing.ts'
import { createOptionGroup, listOptions } from '#shared/contracts/menu/options.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { sampleDish } from '../../../testing/samples.ts'
import MenuTab from '../menu-tab.tsx'
import { answerMenu, DONENESS, FRIES, SIDES, SOUP, sampleOption } from './options.fixture.ts'

describe('the options of a dish', () => {
  const open = async () => {
    answerMenu()
    const rendered = render(<MenuTab />)
    const { t, user } = rendered
    await user.click(await screen.findByRole('button', { name: t('menuEditor.edit', { name: 'Sour soup' }) }))
    const form = await dialog(SOUP.name)
    const options = within(await form.findByRole('region', { name: t('menuOptions.ofThisDish') }))
    return {
      ...rendered,
      form,
      options,
      save: () => user.click(form.getByRole('button', { name: t('common.save') })),
    }
  }
  const sent = () => fakeApi.callsOf(changeDish).map(({ body }) => body)

  it('are picked, ordered and removed, and saved alone', async () => {
    const { t, user, options, save } = await open()
    expect((await options.findAllByRole('listitem')).map((row) => row.getAttribute('aria-label'))).toEqual(['Side'])
    await user.click(options.getByRole('combobox', { name: t('menuOptions.pick') }))
    await user.click(await screen.findByRole('option', { name: /How done/ }))
    await user.click(options.getByRole('button', { name: t('common.moveUp', { name: 'How done' }) }))
    fakeApi.answers(changeDish, { ...SOUP, optionGroupIds: [6, 5], version: 2 })
    await save()
    await waitFor(() => expect(sent()).toEqual([{ optionGroupIds: [6, 5] }]))
  })

  it('get sizes in three taps, which belong to the dish at once', async () => {
    const { t, user, options } = await open()
    await user.click(await options.findByRole('button', { name: t('menuOptions.addSizes') }))
    const sizes = await dialog(t('menuOptions.newGroup'))
    await user.fill(sizes.getByRole('textbox', { name: t('menuOptions.price', { number: 2 }) }), '9.00')
    const own = { ...SIDES, id: 12, name: 'Size', nameRo: 'Mărime', dishId: 7 }
    fakeApi.answers(createOptionGroup, own)
    answerMenu([SIDES, DONENESS, own], [{ ...SOUP, optionGroupIds: [12, 5] }])
    await user.click(sizes.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(fakeApi.callsOf(createOptionGroup)).toHaveLength(1))
    expect(fakeApi.callsOf(createOptionGroup)[0]?.body).toMatchObject({
      ...{ dishId: 7, name: 'Size', nameRo: 'Mărime', min: 1, max: 1 },
      options: [
        { name: 'Small', nameRo: 'Mică', price: 0 },
        { name: 'Large', nameRo: 'Mare', price: 900 },
      ],
    })
    expect(await options.findByText('Size')).toBeDefined()
    expect(sent()).toEqual([])
  })

  it('with a takeaway fee, and as a set menu', async () => {
    const { t, user, options, save } = await open()
    await user.fill(options.getByLabelText(t('menuOptions.feeName')), 'Deposit')
    await user.fill(options.getByLabelText(t('menuOptions.feeNameRo')), 'Garanție')
    await user.fill(options.getByLabelText(t('payments.amount')), '0,50')
    await user.click(options.getByRole('switch', { name: t('menuOptions.deposit') }))
    await user.click(options.getByRole('switch', { name: t('menuEditor.fields.isSetMenu') }))
    fakeApi.answers(changeDish, { ...SOUP, version: 2 })
    await save()
    const takeawayFee = { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true }
    await waitFor(() => expect(sent()).toEqual([{ isSetMenu: true, takeawayFee }]))
  })
})

describe('a set menu', () => {
  it('gets its courses, in their order, and is shown', async () => {
    const LUNCH = sampleDish({ id: 20, name: 'Lunch', nameRo: 'Meniul zilei', isSetMenu: true, isActive: false })
    answerMenu([SIDES, DONENESS], [SOUP, FRIES, LUNCH])
    const { t, user } = render(<MenuTab />)
    await user.click(await screen.findByRole('button', { name: t('menuEditor.edit', { name: 'Lunch' }) }))
    const saved = await dialog(LUNCH.name)
    for (const [i, name] of ['Soup', 'Side dish'].entries()) {
      await user.click(await saved.findByRole('button', { name: t('menuOptions.addCourse') }))
      const course = await dialog(t('menuOptions.newGroup'))
      await user.fill(course.getByLabelText(t('menuEditor.fields.name')), name)
      await user.fill(course.getByRole('textbox', { name: t('menuOptions.addDish') }), i === 0 ? 'sour' : 'fries')
      await user.keyboard('{Enter}')
      const own = { ...SIDES, id: 30 + i, name, dishId: 20, options: [sampleOption({ menuItemId: 7 + i })] }
      fakeApi.answers(createOptionGroup, own)
      fakeApi.answers(listOptions, [
        SIDES,
        ...[30, 31].slice(0, i + 1).map((id) => ({ ...own, id, name: `Course ${id}` })),
      ])
      await user.click(course.getByRole('button', { name: t('common.save') }))
      await waitFor(() => expect(fakeApi.callsOf(createOptionGroup)).toHaveLength(i + 1))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: t('menuOptions.newGroup') })).toBeNull())
    }
    expect(fakeApi.callsOf(createOptionGroup).map(({ body }) => body)).toMatchObject([
      { dishId: 20, name: 'Soup', min: 1, max: 1, options: [{ menuItemId: 7, price: 0 }] },
      { dishId: 20, name: 'Side dish', min: 1, max: 1, options: [{ menuItemId: 8, price: 0 }] },
    ])
    await user.click(saved.getByRole('switch', { name: t('menuEditor.fields.isActive') }))
    fakeApi.answers(changeDish, { ...LUNCH, isActive: true, optionGroupIds: [30, 31], version: 2 })
    await user.click(saved.getByRole('button', { name: t('common.save') }))
    await waitFor(() =>
      expect(fakeApi.callsOf(changeDish).map(({ body }) => body)).toEqual([
        { isActive: true, optionGroupIds: [30, 31] },
      ]),
    )
  })
})
