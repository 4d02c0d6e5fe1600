import { describe, expect, it } from 'vitest'
import { getCategories, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import { changeSettings, getSettings, type Settings } from '#shared/contracts/settings.ts'
import type { Station } from '#shared/domain/kitchen.ts'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { fakeApi, render, SETTINGS, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { SavedTogether } from './settings-form.tsx'
import { KitchenSettings } from './station-list.tsx'

const KITCHEN: Station = { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }
const BAR: Station = { id: 2, name: 'Bar', nameRo: '' }
const GRILL: Station = { id: 5, name: 'Grill', nameRo: 'Grătar' }
const category = (id: number, name: string, stationId: number | null): MenuCategory => ({
  id,
  name,
  nameRo: '',
  position: id,
  isActive: true,
  hasItems: true,
  stationId,
})
const CATEGORIES = [category(1, 'Ciorbe', null), category(2, 'Vinuri', 2), category(3, 'Uitate', 9)]
const bodies = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)

describe.each(LANGUAGES)('the settings of the kitchen (%s)', (language) => {
  const open = (stations: Station[], settings: Partial<Settings> = {}) => {
    const stored = { ...SETTINGS, stations, kitchenMinutes: [5, 10], ...settings }
    fakeApi.answers(getCategories, CATEGORIES)
    const rendered = render(
      <SavedTogether>
        <KitchenSettings />
      </SavedTogether>,
      { language, settings: stored },
    )
    const { t } = rendered
    const list = () => within(screen.getByRole('list', { name: t('settings.kitchen.stations') }))
    return {
      ...rendered,
      list,
      row: (station: Station) => within(list().getByRole('listitem', { name: nameIn(language, station) })),
      field: (name: 'name' | 'nameRo' | 'fills' | 'late') => screen.getByLabelText(t(`settings.kitchen.${name}`)),
      /** Lets the server accept the next change. */
      accept(changed: Partial<Settings>) {
        for (const endpoint of [changeSettings, getSettings]) fakeApi.answers(endpoint, { ...stored, ...changed })
      },
    }
  }

  it('show the only station without what makes sense for several', () => {
    const { t, row, list } = open([KITCHEN])
    expect(list().getAllByRole('listitem')).toHaveLength(1)
    expect(row(KITCHEN).getAllByRole('button')).toHaveLength(1)
    expect(row(KITCHEN).queryByText(new RegExp(t('settings.kitchen.cooksNothing')))).toBeNull()
    expect(fakeApi.callsOf(getCategories)).toEqual([])
  })

  it('list each station’s categories; the first has those without a known one', async () => {
    const { t, row } = open([KITCHEN, BAR, GRILL])
    const cooks = t('settings.kitchen.cooks', { categories: 'Ciorbe, Uitate' })
    expect(await row(KITCHEN).findByText(cooks)).toBeDefined()
    expect(row(KITCHEN).getByText(t('settings.kitchen.isFirst'))).toBeDefined()
    expect(row(BAR).queryByText(t('settings.kitchen.isFirst'))).toBeNull()
    expect(row(BAR).getByText(t('settings.kitchen.cooks', { categories: 'Vinuri' }))).toBeDefined()
    expect(row(GRILL).getByText(t('settings.kitchen.cooksNothing'))).toBeDefined()
  })

  it('add a station, which needs a name, without an id', async () => {
    const { user, t, field, accept, list } = open([KITCHEN])
    accept({ stations: [KITCHEN, BAR] })
    await user.click(screen.getByRole('button', { name: t('settings.kitchen.add') }))
    expect(document.activeElement).toBe(field('name'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(textBelow(field('name'))).toBe(t('validation.required')))
    expect(bodies()).toEqual([])
    await user.fill(field('name'), ' Bar ')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN, { name: 'Bar', nameRo: '' }] }]))
    await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(2))
    expect(screen.queryByRole('form', { name: t('settings.kitchen.addTitle') })).toBeNull()
  })

  it('offer no ninth station', () => {
    const { t } = open(Array.from({ length: 8 }, (_, i) => ({ id: i + 1, name: `S${i}`, nameRo: '' })))
    expect(screen.queryByRole('button', { name: t('settings.kitchen.add') })).toBeNull()
    expect(screen.getByText(t('settings.kitchen.full'))).toBeDefined()
  })

  it('rename a station', async () => {
    const { user, t, row, field, accept } = open([KITCHEN, GRILL])
    accept({ stations: [KITCHEN, { ...GRILL, name: 'Fire' }] })
    await user.click(row(GRILL).getByRole('button', { name: new RegExp(`^${t('settings.kitchen.rename')}`) }))
    await user.fill(field('name'), 'Fire')
    await user.click(screen.getByRole('button', { name: t('settings.kitchen.setNames') }))
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN, { ...GRILL, name: 'Fire' }] }]))
  })

  it('keep what was typed if the server refuses it', async () => {
    fakeApi.refuses(changeSettings, 500, { message: 'Fum' })
    const { user, t, field } = open([KITCHEN])
    await user.click(screen.getByRole('button', { name: t('settings.kitchen.add') }))
    await user.fill(field('name'), 'Bar')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('settings.updateFailed'))).toBeDefined()
    expect(field('name')).toHaveProperty('value', 'Bar')
  })

  it('name the categories that a removed station gives to the first', async () => {
    const { user, t, row, accept } = open([KITCHEN, BAR])
    await row(BAR).findByText(t('settings.kitchen.cooks', { categories: 'Vinuri' }))
    accept({ stations: [KITCHEN] })
    await user.click(row(BAR).getByRole('button', { name: new RegExp(`^${t('common.remove')}`) }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(t('settings.kitchen.removeTitle', { name: 'Bar' }))).toBeDefined()
    const first = nameIn(language, KITCHEN)
    expect(question.getByText(t('settings.kitchen.removeGives', { first, categories: 'Vinuri' }))).toBeDefined()
    expect(bodies()).toEqual([])
    await user.click(question.getByRole('button', { name: t('settings.kitchen.removeConfirm') }))
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN] }]))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const add = screen.getByRole('button', { name: t('settings.kitchen.add') })
    await waitFor(() => expect(document.activeElement).toBe(add))
  })

  it('ask before another station becomes the first and takes categories', async () => {
    const { user, t, row, accept } = open([KITCHEN, BAR, GRILL])
    await row(BAR).findByText(t('settings.kitchen.cooks', { categories: 'Vinuri' }))
    accept({ stations: [KITCHEN, GRILL, BAR] })
    await user.click(row(GRILL).getByRole('button', { name: t('common.moveUp', { name: nameIn(language, GRILL) }) }))
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN, GRILL, BAR] }]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const grill = nameIn(language, GRILL)
    await waitFor(() => expect(row(GRILL).getByRole('button', { name: t('common.moveUp', { name: grill }) })))
    await user.click(row(GRILL).getByRole('button', { name: t('common.moveUp', { name: grill }) }))
    const question = within(await screen.findByRole('alertdialog'))
    const gives = t('settings.kitchen.firstGives', { name: grill, categories: 'Ciorbe, Uitate' })
    expect(question.getByText(gives)).toBeDefined()
    await user.click(question.getByRole('button', { name: t('settings.kitchen.firstConfirm') }))
    await waitFor(() => expect(bodies()[1]).toEqual({ stations: [GRILL, KITCHEN, BAR] }))
  })

  it.each([
    ['fills', '', 'number'],
    ['fills', '4.5', 'number'],
    ['late', '5', 'kitchenMinutes'],
    ['late', '241', 'atMost'],
  ] as const)('refuse the minutes “%s: %s” at their field', async (name, typed, message) => {
    const { user, t, field } = open([KITCHEN])
    await user.fill(field(name), typed)
    await user.click(screen.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(textBelow(field(name))).toBe(t(`validation.${message}`, { value: 240 })))
    expect(bodies()).toEqual([])
  })

  it('send both minutes when one was changed', async () => {
    const { user, t, field, accept } = open([KITCHEN])
    accept({ kitchenMinutes: [5, 15] })
    await user.fill(field('late'), '15')
    await user.click(screen.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(bodies()).toEqual([{ kitchenMinutes: [5, 15] }]))
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
  })
})
