import { beforeEach, describe, expect, it } from 'vitest'
import { getCategories, getMenu, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import { changeCategory, createCategory } from '#shared/contracts/menu/menu-editing.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import MenuTab from './menu-tab.tsx'

beforeEach(() => fakeApi.answers(listOptions, []))

const SOUPS: MenuCategory = {
  id: 11,
  name: 'Soups',
  nameRo: 'Ciorbe',
  position: 1,
  isActive: true,
  hasItems: true,
  stationId: null,
}
const BAR = { id: 2, name: 'Bar', nameRo: '' }

describe('the station of a category', () => {
  const edit = async (stations: readonly object[], category = SOUPS) => {
    fakeApi.answers(getMenu, [sampleDish()])
    fakeApi.answers(getCategories, [category])
    const rendered = render(<MenuTab />, { settings: { stations: stations as (typeof BAR)[] } })
    const { t, user } = rendered
    const name = nameIn('en', SOUPS)
    await user.click(await screen.findByRole('button', { name: t('common.change', { name }) }))
    const form = within(await screen.findByRole('form', { name: t('common.change', { name }) }))
    return { ...rendered, form }
  }

  it('is not shown where there is only one station', async () => {
    const { form } = await edit(DEFAULT_STATIONS)
    expect(form.queryByRole('combobox')).toBeNull()
  })

  it('is the first one until another is chosen, and is sent alone', async () => {
    const [kitchen] = DEFAULT_STATIONS
    const { t, user, form } = await edit([...DEFAULT_STATIONS, BAR])
    fakeApi.answers(changeCategory, { ...SOUPS, stationId: 2 })
    const select = form.getByRole('combobox', { name: t('menuEditor.categories.station') })
    expect(select.textContent).toBe(kitchen && nameIn('en', kitchen))
    await user.click(select)
    await user.click(await screen.findByRole('option', { name: 'Bar' }))
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(fakeApi.callsOf(changeCategory)).toMatchObject([{ body: { stationId: 2 } }]))
    expect(fakeApi.callsOf(changeCategory)[0]?.body).toEqual({ stationId: 2 })
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  })

  it('stands beside the hours in which its dishes are served, which they then have', async () => {
    setServerTime('Tue, 24 Nov 2026 18:00:00 GMT')
    const { t, user, form } = await edit(DEFAULT_STATIONS)
    const servedHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '12:00' }))
    fakeApi.answers(changeCategory, { ...SOUPS, servedHours })
    fakeApi.answers(getMenu, [sampleDish({ categoryServedHours: servedHours })])
    fakeApi.answers(getCategories, [{ ...SOUPS, servedHours }])
    await user.click(form.getByRole('switch', { name: t('menuEditor.served.has') }))
    await user.click(form.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(fakeApi.callsOf(changeCategory)[0]?.body).toEqual({ servedHours }))
    expect(await screen.findAllByText(t('menu.served', { hours: '08:00–12:00' }))).toHaveLength(1)
  })

  it('has beside it a VAT rate where payments are recorded, which is sent alone', async () => {
    const category = { ...SOUPS, vatRate: 11 }
    fakeApi.answers(getMenu, [sampleDish()])
    fakeApi.answers(getCategories, [category])
    const { t, user } = render(<MenuTab />, {
      settings: { payments: true, stations: [...DEFAULT_STATIONS] },
    })
    const name = nameIn('en', SOUPS)
    const save = async (text: string) => {
      await user.click(await screen.findByRole('button', { name: t('common.change', { name }) }))
      const field = await screen.findByLabelText(t('menuEditor.categories.vatRate'))
      await user.fill(field, text)
      await user.click(screen.getByRole('button', { name: t('common.save') }))
      return field
    }
    fakeApi.answers(changeCategory, { ...SOUPS, vatRate: 5.5 })
    await save('5,5')
    await waitFor(() => expect(fakeApi.callsOf(changeCategory).map(({ body }) => body)).toEqual([{ vatRate: 5.5 }]))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    fakeApi.answers(changeCategory, { ...SOUPS, vatRate: null })
    await save('')
    await waitFor(() => expect(fakeApi.callsOf(changeCategory)[1]?.body).toEqual({ vatRate: null }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    const field = await save('1,234')
    await waitFor(() => expect(textBelow(field)).toBe(t('validation.twoDecimals')))
  })

  it('is followed by the VAT rates in the list, once there are some, and by which category lacks one', async () => {
    const wines = { ...SOUPS, id: 12, name: 'Wines', nameRo: '', position: 2 }
    const empty = { ...SOUPS, id: 13, name: 'Empty', nameRo: '', position: 3 }
    const ratesOf = async (rate: number | null, settings: Partial<Settings>) => {
      queryClient.clear()
      fakeApi.answers(getMenu, [sampleDish({ category: 'Soups' }), sampleDish({ id: 8, category: 'Wines' })])
      fakeApi.answers(getCategories, [{ ...SOUPS, vatRate: rate }, wines, empty])
      const { t, unmount } = render(<MenuTab />, { settings })
      const rows = within(await screen.findByRole('list', { name: t('menuEditor.categories.title') }))
      const texts = (await rows.findAllByRole('listitem')).map((row) => {
        const [rate, none] = [t('menuEditor.categories.rate', { rate: '11' }), t('menuEditor.categories.noRate')]
        return [rate, none].find((text) => row.textContent?.includes(text)) ?? ''
      })
      unmount()
      return texts
    }
    expect(await ratesOf(11, { payments: true })).toEqual(['VAT 11\u00a0%', 'No VAT rate', ''])
    expect(await ratesOf(null, { payments: true, fiscal: true })).toEqual(['No VAT rate', 'No VAT rate', ''])
    expect(await ratesOf(null, { payments: true })).toEqual(['', '', ''])
    expect(await ratesOf(11, { payments: false })).toEqual(['', '', ''])
  })

  it('is chosen when the category is added', async () => {
    fakeApi.answers(getMenu, [])
    fakeApi.answers(getCategories, [SOUPS])
    const { t, user } = render(<MenuTab />, { settings: { stations: [...DEFAULT_STATIONS, BAR] } })
    await user.click(await screen.findByRole('button', { name: t('menuEditor.categories.addLabel') }))
    const form = within(await screen.findByRole('form', { name: t('menuEditor.categories.addTitle') }))
    fakeApi.answers(createCategory, { ...SOUPS, id: 12, name: 'Cocktails', stationId: 2 })
    await user.fill(form.getByLabelText(t('menuEditor.fields.name')), 'Cocktails')
    await user.click(form.getByRole('combobox', { name: t('menuEditor.categories.station') }))
    await user.click(await screen.findByRole('option', { name: 'Bar' }))
    await user.click(form.getByRole('button', { name: t('common.add') }))
    await waitFor(() =>
      expect(fakeApi.callsOf(createCategory).map(({ body }) => body)).toEqual([
        { name: 'Cocktails', nameRo: '', stationId: 2 },
      ]),
    )
  })

  it('shows as the first one if its station was removed, and saves nothing about it', async () => {
    const { t, user, form } = await edit([BAR, ...DEFAULT_STATIONS], { ...SOUPS, stationId: 7 })
    fakeApi.answers(changeCategory, SOUPS)
    expect(form.getByRole('combobox').textContent).toBe('Bar')
    await user.fill(form.getByLabelText(t('menuEditor.fields.name')), 'Broths')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(fakeApi.callsOf(changeCategory)[0]?.body).toEqual({ name: 'Broths' }))
  })
})
