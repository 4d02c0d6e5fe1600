import { describe, expect, it } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Station } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { screen, textBelow, waitFor, within } from '../../testing/render.tsx'

const KITCHEN: Station = { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }
const BAR: Station = { id: 2, name: 'Bar', nameRo: '' }
const GRILL: Station = { id: 5, name: 'Grill', nameRo: 'Grătar' }
const STORED: Partial<Settings> = { kitchenMinutes: [5, 10], businessDayStart: '04:00' }

describe('the settings of the kitchen', () => {
  const open = async (stations: Station[], settings: Partial<Settings> = {}) => {
    const opened = await openSettingsAt('restaurant', 'en', { ...STORED, stations, ...settings })
    const { t, user } = opened
    const rows = () => within(screen.getByRole('list', { name: t('kitchen.stations') })).getAllByRole('listitem')
    const row = (index: number) => within(rows()[index] as HTMLElement)
    return {
      ...opened,
      rows,
      row,
      name: (index: number) => row(index).getByLabelText(t('menuEditor.fields.name')),
      minutes: (name: 'fills' | 'late') => screen.getByLabelText(t(`settings.kitchen.${name}`)),
      press: (button: 'common.moveUp' | 'common.removeName', station: Station) =>
        user.click(screen.getByRole('button', { name: t(button, { name: nameIn('en', station) }) })),
      add: () => screen.queryByRole('button', { name: t('settings.kitchen.add') }) as HTMLElement,
    }
  }

  it('show the only station without what makes sense for several', async () => {
    const { row, rows } = await open([KITCHEN])
    expect(rows()).toHaveLength(1)
    expect(row(0).queryAllByRole('button')).toEqual([])
  })

  it('rename, move and add stations, which need a name, and send all of them with the Save', async () => {
    const { user, t, rows, row, name, press, add, save, accept } = await open([KITCHEN, GRILL])
    await user.click(add())
    expect(document.activeElement).toBe(name(2))
    await press('common.moveUp', GRILL)
    await user.fill(name(0), 'Fire')
    await save()
    await waitFor(() => expect(textBelow(name(2))).toBe(t('validation.required')))
    expect(document.activeElement).toBe(name(2))
    expect(bodies()).toEqual([])
    await user.fill(name(2), ' Bar ')
    accept({ stations: [{ ...GRILL, name: 'Fire' }, KITCHEN, BAR] })
    await save()
    const added = { name: 'Bar', nameRo: '' }
    await waitFor(() => expect(bodies()).toEqual([{ stations: [{ ...GRILL, name: 'Fire' }, KITCHEN, added] }]))
    await waitFor(() => expect(screen.getByText(t('settings.saved'))).toBeDefined())
    expect([rows().length, row(2).getByDisplayValue('Bar')]).toEqual([3, name(2)])
  })

  it('may have no English name where the restaurant speaks Romanian', async () => {
    const { user, t, row, add, save, accept } = await open([KITCHEN], { language: 'ro' })
    await user.click(add())
    const romanian = row(1).getByLabelText(t('menuEditor.fields.nameRo'))
    expect(document.activeElement).toBe(romanian)
    await save()
    await waitFor(() => expect(textBelow(romanian)).toBe(t('validation.required')))
    await user.fill(romanian, 'Bar')
    accept()
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN, { name: 'Bar', nameRo: 'Bar' }] }]))
  })

  it('offer no ninth station', async () => {
    const { t, add } = await open(Array.from({ length: 8 }, (_, i) => ({ id: i + 1, name: `S${i}`, nameRo: '' })))
    expect(add()).toBeNull()
    expect(screen.getByText(t('settings.kitchen.full'))).toBeDefined()
  })

  it('remove a station with the Save', async () => {
    const { rows, press, add, save, accept } = await open([KITCHEN, BAR, GRILL])
    await press('common.removeName', BAR)
    await waitFor(() => expect(document.activeElement).toBe(add()))
    expect(rows()).toHaveLength(2)
    accept({ stations: [KITCHEN, GRILL] })
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ stations: [KITCHEN, GRILL] }]))
  })

  it.each([
    ['fills', '', 'required'],
    ['fills', '4.5', 'wholeNumber'],
    ['late', '5', 'kitchenMinutes'],
    ['late', '241', 'atMost'],
  ] as const)('refuse the minutes “%s: %s” at their field', async (name, typed, message) => {
    const { user, t, minutes, save } = await open([KITCHEN])
    await user.fill(minutes(name), typed)
    await save()
    await waitFor(() => expect(textBelow(minutes(name))).toBe(t(`validation.${message}`, { value: 240 })))
    expect(bodies()).toEqual([])
  })

  it('send both minutes when one was changed', async () => {
    const { user, t, minutes, save, accept } = await open([KITCHEN])
    accept({ kitchenMinutes: [5, 15] })
    await user.fill(minutes('late'), '15')
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ kitchenMinutes: [5, 15] }]))
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
  })
})
