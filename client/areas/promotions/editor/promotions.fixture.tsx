import { fireEvent } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { changePromotion } from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import PromotionsTab from './promotions-tab.tsx'

export const LUNCH: Promotion = {
  id: 1,
  title: 'Lunch of the day',
  titleRo: 'Prânzul zilei',
  description: 'Soup and main course',
  descriptionRo: 'Ciorbă și fel principal',
  imageUrl: '',
  startDate: '2026-06-01',
  endDate: '2026-06-30',
  startHour: '12:00',
  endHour: '16:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  isActive: true,
  order: 1,
  createdAt: '2026-05-01T09:00:00.000Z',
  updatedAt: '2026-05-01T09:00:00.000Z',
}
export const TROUT: Promotion = {
  ...{ ...LUNCH, id: 2, order: 2, title: 'Trout week', titleRo: 'Săptămâna păstrăvului' },
  ...{ startDate: '2026-06-12', endDate: '2026-06-12', startHour: '17:00', endHour: '19:00' },
}
export const WINE: Promotion = {
  ...{ ...LUNCH, id: 3, order: 3, title: 'Wine night', titleRo: 'Seara vinului', isActive: false },
  ...{ startHour: null, endHour: null },
}

const NOW = new Date('2026-06-12T10:00:00Z')

/** Sets the clock to 13:00 of 12 June 2026 in the restaurant's time zone. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: NOW })

/** A promotion's title in a language. */
export const titleFor =
  (language: Language) =>
  ({ title, titleRo }: Promotion) =>
    language === 'en' ? title : titleRo

/** Renders the tab and waits for its list. @returns functions to use it */
export async function openTab(language: Language, promotions = [LUNCH, TROUT, WINE], settings: Partial<Settings> = {}) {
  const titleOf = titleFor(language)
  fakeApi.answers(getAllPromotions, promotions)
  const view = render(<PromotionsTab />, { language, settings })
  const { t, user } = view
  await waitFor(() => expect(screen.queryByText(t('promotionEditor.loading'))).toBeNull())
  const row = (promotion: Promotion) => within(screen.getByRole('listitem', { name: titleOf(promotion) }))
  const arrow = (promotion: Promotion, direction: 'Up' | 'Down') =>
    row(promotion).getByRole('button', { name: t(`common.move${direction}`, { name: titleOf(promotion) }) })
  const edit = async (promotion: Promotion | 'new') => {
    await user.click(
      promotion === 'new'
        ? screen.getByRole('button', { name: t('promotionEditor.add') })
        : row(promotion).getByRole('button', { name: t('menuEditor.edit', { name: titleOf(promotion) }) }),
    )
    const form = await dialog(t(promotion === 'new' ? 'promotionEditor.addTitle' : 'promotionEditor.editTitle'))
    type DishField = 'description' | 'descriptionRo' | 'imageUrl'
    type Field = DishField | 'title' | 'titleRo' | 'startDate' | 'endDate' | 'startHour' | 'endHour'
    const isAsOfDish = (name: Field): name is DishField => /^(desc|image)/.test(name)
    const field = (name: Field) =>
      form.getByLabelText(t(isAsOfDish(name) ? `menuEditor.fields.${name}` : `promotionEditor.fields.${name}`))
    const set = (name: Field, value: string) => fireEvent.change(field(name), { target: { value } })
    const weekday = (name: string) => form.getByRole('checkbox', { name })
    const save = () => form.getByRole('button', { name: t('common.save') })
    const fill = () => {
      set('title', 'Late wine')
      set('titleRo', 'Vin târziu')
      set('description', 'By the glass')
      set('descriptionRo', 'La pahar')
    }
    const choose = (name = 'wine.jpg', type = 'image/jpeg', size = 1000) => {
      const file = new File(['x'], name, { type })
      Object.defineProperty(file, 'size', { value: size })
      fireEvent.change(form.getByLabelText(t('menuImports.columns.imageUrl')), { target: { files: [file] } })
    }
    return { form, field, set, weekday, save, fill, choose }
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return { ...view, row, arrow, edit, isClosed }
}

export const changesSent = () =>
  fakeApi.callsOf(changePromotion).map(({ body }) => JSON.parse((body as { data: string }).data))
