import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deletePromotion, movePromotion, togglePromotion } from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { LUNCH, openTab, stopClock, TROUT, titleFor, WINE } from './promotions.fixture.tsx'
import PromotionsTab from './promotions-tab.tsx'

beforeEach(() => {
  stopClock()
})

describe.each(LANGUAGES)('the promotions tab (%s)', (language) => {
  const isEn = language === 'en'
  const titleOf = titleFor(language)
  const open = (promotions?: Promotion[]) => openTab(language, promotions)

  it('lists all promotions with number, texts, dates, hours, switch and visibility', async () => {
    const { t, row } = await open()
    expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))).toEqual(
      [LUNCH, TROUT, WINE].map(titleOf),
    )
    const lunch = row(LUNCH)
    expect(lunch.getByText('1')).toBeDefined()
    expect(lunch.getByText(isEn ? LUNCH.description : LUNCH.descriptionRo)).toBeDefined()
    expect(lunch.getByText(isEn ? '1 Jun 2026 – 30 Jun 2026' : '1 iun 2026 – 30 iun 2026')).toBeDefined()
    expect(lunch.getByText('12:00–16:00')).toBeDefined()
    expect(lunch.getByText(isEn ? 'Shown now, until 16:00' : 'Afișată acum, până la 16:00')).toBeDefined()
    expect(row(TROUT).getByText(isEn ? 'Today at 17:00' : 'Azi la 17:00')).toBeDefined()
    expect(row(WINE).getByText(isEn ? 'Switched off' : 'Oprită')).toBeDefined()
    expect(row(WINE).getByText(t('promotionEditor.allDay'))).toBeDefined()
    expect(
      lunch.getByRole('switch', { name: new RegExp(`^Activă ?: ${titleOf(LUNCH)}$`) }).getAttribute('aria-checked'),
    ).toBe('true')
    expect(
      row(WINE)
        .getByRole('switch', { name: new RegExp(`^Inactivă ?: ${titleOf(WINE)}$`) })
        .getAttribute('aria-checked'),
    ).toBe('false')
    expect(screen.getByText(isEn ? '3 promotions · Shown now: 1' : '3 promoții · Afișate acum: 1')).toBeDefined()
  })

  it('shows a drawn plate without a picture, and in place of one that fails to load', async () => {
    const imageUrl = 'https://elsewhere.example/gone.jpg'
    const { edit } = await open([{ ...LUNCH, imageUrl }, WINE])
    // A plate is two circles.
    const circles = (within: ParentNode | null) => within?.querySelectorAll('[data-picture=failed] circle').length
    expect(circles(document)).toBe(2)
    await edit(LUNCH)
    const picture = document.querySelector(`[role=dialog] img[src="${imageUrl}"]`) as Element
    expect(circles(document.querySelector('[role=dialog]'))).toBe(0)
    fireEvent.error(picture)
    await waitFor(() => expect(circles(document.querySelector('[role=dialog]'))).toBe(2))
  })

  it('draws on the plate what a dish of its title would have', async () => {
    const { IntersectionObserver } = window
    // Without it, everything counts as near the visible area.
    Reflect.deleteProperty(window, 'IntersectionObserver')
    onTestFinished(() => void Object.assign(window, { IntersectionObserver }))
    const { user } = await open([WINE])
    await user.click(document.body)
    await waitFor(() => expect(document.querySelector('[data-motif]')?.getAttribute('data-motif')).toBe('wine'))
  })

  it('shows an error if promotions could not be loaded, with a button to retry', async () => {
    fakeApi.refuses(getAllPromotions, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<PromotionsTab />, { language })
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(getAllPromotions, [])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    await user.click(await screen.findByRole('button', { name: t('promotionEditor.addFirst') }))
    expect(await dialog(t('promotionEditor.addTitle'))).toBeDefined()
  })

  it('moves a promotion by one position, not beyond the ends, and shows an error if that is rejected', async () => {
    const { t, user, arrow } = await open()
    expect(arrow(LUNCH, 'Up').getAttribute('aria-disabled')).toBe('true')
    expect(arrow(WINE, 'Down').getAttribute('aria-disabled')).toBe('true')
    await user.click(arrow(LUNCH, 'Up'))
    await user.click(arrow(WINE, 'Down'))
    expect(fakeApi.callsOf(movePromotion)).toEqual([])
    const moved = [{ ...TROUT, order: 1 }, { ...LUNCH, order: 2 }, WINE]
    fakeApi.answers(movePromotion, moved)
    fakeApi.answers(getAllPromotions, moved)
    await user.click(arrow(LUNCH, 'Down'))
    await waitFor(() => expect(arrow(TROUT, 'Up').getAttribute('aria-disabled')).toBe('true'))
    expect(fakeApi.callsOf(movePromotion)).toMatchObject([
      { path: '/api/promotions/1/move', body: { direction: 'down', order: 1 } },
    ])
    fakeApi.refuses(movePromotion, 409, { code: 'place_changed', message: 'Altcineva' })
    await user.click(arrow(LUNCH, 'Up'))
    expect(await screen.findByText(isEn ? 'Failed to move promotion' : t('promotionEditor.moveFailed'))).toBeDefined()
    expect(screen.getByText('Altcineva')).toBeDefined()
  })

  it('deletes a promotion from its dialog, after a confirmation', async () => {
    const { t, user, edit } = await open()
    const { form } = await edit(LUNCH)
    fakeApi.refusesOnce(deletePromotion, 500, { message: 'Nu acum' }, undefined)
    await user.click(form.getByRole('button', { name: t('common.delete') }))
    const confirmation = within(await screen.findByRole('alertdialog'))
    const confirm = confirmation.getByRole('button', { name: t('common.delete') })
    await user.click(confirm)
    expect(
      await screen.findByText(isEn ? 'Failed to delete promotion' : t('promotionEditor.deleteFailed')),
    ).toBeDefined()
    fakeApi.answers(getAllPromotions, [TROUT, WINE])
    await user.click(confirm)
    expect(await screen.findByText(t('common.deleted', { name: titleOf(LUNCH) }))).toBeDefined()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: t('promotionEditor.add') })),
    )
  })

  it('switches a promotion on or off at once, and back if that fails', async () => {
    const { t, user, row } = await open()
    const release = fakeApi.holds(togglePromotion, { ...LUNCH, isActive: false })
    const lunch = () => row(LUNCH).getByRole('switch').getAttribute('aria-checked')
    await user.click(row(LUNCH).getByRole('switch'))
    await waitFor(() => expect(lunch()).toBe('false'))
    expect(row(LUNCH).getByText('Inactivă')).toBeDefined()
    fakeApi.answers(getAllPromotions, [{ ...LUNCH, isActive: false }, TROUT, WINE])
    release()
    await waitFor(() => expect(fakeApi.callsOf(togglePromotion)[0]?.body).toEqual({ isActive: false }))
    fakeApi.refuses(togglePromotion, 500, { message: 'Nu acum' })
    await user.click(row(TROUT).getByRole('switch'))
    expect(
      await screen.findByText(isEn ? 'Failed to toggle promotion' : t('promotionEditor.toggleFailed')),
    ).toBeDefined()
    expect(row(TROUT).getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })
})
