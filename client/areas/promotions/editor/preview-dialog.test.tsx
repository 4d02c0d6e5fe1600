import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, screen } from '../../../testing/render.tsx'
import { LUNCH, openTab, stopClock, TROUT, titleFor, WINE } from './promotions.fixture.tsx'

beforeEach(() => {
  stopClock()
})

describe.each(LANGUAGES)('the preview of promotions (%s)', (language) => {
  const titleOf = titleFor(language)
  const open = (promotions?: Promotion[]) => openTab(language, promotions)

  it('shows the promotions that guests see at any date and hour, in display order', async () => {
    const { t, user } = await open([TROUT, LUNCH, WINE])
    await user.click(screen.getByRole('button', { name: t('promotionEditor.preview.open') }))
    const preview = await dialog(t('promotionEditor.preview.title'))
    const slides = () =>
      preview
        .queryAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .slice(1)
    const set = (name: 'day' | 'time', value: string) =>
      fireEvent.change(preview.getByLabelText(t(`promotionEditor.preview.${name}`)), { target: { value } })
    expect(preview.getByLabelText(t('promotionEditor.preview.time'))).toHaveProperty('value', '13:00')
    expect(slides()).toEqual([titleOf(LUNCH)])
    set('time', '17:00')
    expect(slides()).toEqual([titleOf(TROUT)])
    set('time', '16:00')
    expect(slides()).toEqual([titleOf(LUNCH)])
    set('day', '2026-07-01')
    expect(slides()).toEqual([])
    expect(preview.getByText(t('promotionEditor.preview.empty'))).toBeDefined()
    set('day', '')
    expect(preview.getByText(t('promotionEditor.preview.noTime'))).toBeDefined()
    await user.click(preview.getByRole('button', { name: t('promotionEditor.preview.now') }))
    expect(slides()).toEqual([titleOf(LUNCH)])
  })
})
