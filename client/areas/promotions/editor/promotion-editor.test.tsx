import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changePromotion, createPromotion } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { fakeApi, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { changesSent, LUNCH, openTab, stopClock } from './promotions.fixture.tsx'

beforeEach(() => {
  stopClock()
})

describe('a promotion’s dialog', () => {
  const open = (promotions?: Promotion[]) => openTab('en', promotions)

  it('renames in a Romanian restaurant the English title that only repeats the Romanian one, too', async () => {
    const promotion = { ...LUNCH, title: 'Prânz', titleRo: 'Prânz' }
    const { user, edit, isClosed } = await openTab('en', [promotion], { language: 'ro' })
    const { field, set, save } = await edit(promotion)
    expect(['title', 'description'].map((name) => (field(name as 'title') as HTMLInputElement).value)).toEqual([
      ...['', LUNCH.description],
    ])
    set('titleRo', 'Prânzul zilei')
    fakeApi.answers(changePromotion, { ...promotion, title: 'Prânzul zilei', titleRo: 'Prânzul zilei' })
    await user.click(save())
    await isClosed()
    expect(changesSent()).toEqual([{ title: 'Prânzul zilei', titleRo: 'Prânzul zilei' }])
  })

  it('proposes an active promotion for 30 days from today, shows the errors of the form, and adds a valid promotion', async () => {
    const { t, user, edit } = await open([])
    const { field, set, weekday, save, fill } = await edit('new')
    expect([field('startDate'), field('endDate')].map((input) => (input as HTMLInputElement).value)).toEqual([
      '12.06.2026',
      '11.07.2026',
    ])
    for (const date of ['startDate', 'endDate'] as const) set(date, '')
    set('startHour', '12:00')
    const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    for (const name of weekdayNames) await user.click(weekday(name))
    await user.click(save())
    await waitFor(() => expect(textBelow(field('title'))).toBe('Title is required'))
    expect(
      (['titleRo', 'description', 'descriptionRo', 'startDate', 'endDate', 'endHour'] as const).map((name) =>
        textBelow(field(name)),
      ),
    ).toEqual([
      t('validation.promotionTitleRo'),
      t('validation.promotionDescription'),
      t('validation.promotionDescriptionRo'),
      t('validation.date'),
      t('validation.date'),
      t('validation.promotionHoursBoth'),
    ])
    expect(screen.getByText(t('validation.promotionWeekdays'))).toBeDefined()
    expect(document.activeElement).toBe(field('title'))
    await user.click(weekday('Fri'))
    await user.click(weekday('Mon'))
    fill()
    set('title', 'x'.repeat(300))
    set('startDate', '2026-06-21')
    set('endDate', '2026-06-20')
    set('endHour', '11:00')
    await user.click(save())
    await waitFor(() => expect(textBelow(field('endDate'))).toBe(t('validation.promotionDates')))
    await waitFor(() => expect(textBelow(field('endHour'))).toBe(t('validation.promotionHours')))
    await waitFor(() => expect(textBelow(field('title'))).toBe(t('validation.atMostCharacters', { count: 120 })))
    expect(fakeApi.callsOf(createPromotion)).toEqual([])

    set('title', 'Late wine')
    set('endDate', '2026-06-21')
    set('startHour', 'noon')
    set('endHour', '25:00')
    await user.click(save())
    await waitFor(() => expect(textBelow(field('startHour'))).toBe(t('validation.promotionTime')))
    await waitFor(() => expect(textBelow(field('endHour'))).toBe(t('validation.promotionTime')))
    set('startHour', '')
    set('endHour', '')
    fakeApi.answers(createPromotion, { ...LUNCH, id: 9, title: 'Late wine', titleRo: 'Vin târziu' })
    await user.click(save())
    expect(await screen.findByText(t('common.saved', { name: 'Late wine' }))).toBeDefined()
    expect(fakeApi.callsOf(createPromotion)[0]?.body).toEqual({
      title: 'Late wine',
      titleRo: 'Vin târziu',
      description: 'By the glass',
      descriptionRo: 'La pahar',
      imageUrl: '',
      startDate: '2026-06-21',
      endDate: '2026-06-21',
      weekdays: '1,5',
      isActive: 'true',
    })
  })

  it('shows hours in 24 hours whatever the browser’s language, and completes short ones', async () => {
    const { user, edit } = await open()
    const { field, set, save } = await edit(LUNCH)
    expect(field('startHour')).toMatchObject({ type: 'text', value: '12:00' })
    fakeApi.answers(changePromotion, { ...LUNCH, startHour: '09:30', endHour: '22:00' })
    for (const [name, typed] of [
      ['startHour', '930'],
      ['endHour', '22'],
    ] as const) {
      set(name, typed)
      fireEvent.blur(field(name))
    }
    await user.click(save())
    await waitFor(() => expect(changesSent()).toEqual([{ startHour: '09:30', endHour: '22:00' }]))
  })

  it('sends changed weekdays alone, and nothing if they are the same again', async () => {
    const { user, edit, isClosed } = await open([{ ...LUNCH, weekdays: [1, 2] }])
    const { weekday, save } = await edit({ ...LUNCH, weekdays: [1, 2] })
    const [monday, sunday] = ['Mon', 'Sun']
    await user.click(weekday(monday))
    await user.click(weekday(sunday))
    fakeApi.answers(changePromotion, { ...LUNCH, weekdays: [2, 7] })
    await user.click(save())
    await isClosed()
    expect(changesSent()).toEqual([{ weekdays: [2, 7] }])
    const again = await edit({ ...LUNCH, weekdays: [2, 7] })
    await user.click(again.weekday(sunday))
    await user.click(again.weekday(sunday))
    await user.click(again.save())
    await isClosed()
    expect(changesSent()).toHaveLength(1)
  })

  it('shows a failure in a toast, and adds it again if somebody else has deleted it', async () => {
    const { t, user, edit } = await open()
    const { field, set, save } = await edit(LUNCH)
    set('title', 'Other')
    expect(localStorage.getItem(`masa.draft.promotion.${LUNCH.id}`)).not.toBeNull()
    fakeApi.refuses(changePromotion, 500, { message: 'Nu acum' })
    await user.click(save())
    expect(await screen.findByText('Failed to update promotion')).toBeDefined()
    expect(field('title')).toHaveProperty('value', 'Other')
    fakeApi.refuses(changePromotion, 404, { code: 'not_found', message: 'Nu e' })
    await user.click(save())
    expect(await screen.findByText(t('drafts.gone'))).toBeDefined()
    fakeApi.answers(createPromotion, LUNCH)
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(createPromotion)[0]?.body).toMatchObject({ title: 'Other' }))
  })

  it.each([
    ['the server’s message', { message: 'E plin' }, 'E plin'],
    ['the general message if it sent none', {}, 'promotionEditor.createFailed'],
  ] as const)('shows %s if adding failed', async (_, body, shown) => {
    fakeApi.refuses(createPromotion, 500, body)
    const { t, user, edit } = await open()
    const { fill, save, field } = await edit('new')
    fill()
    await user.click(save())
    expect(await screen.findByText(t(shown as 'promotionEditor.createFailed'))).toBeDefined()
    expect(field('title')).toHaveProperty('value', 'Late wine')
    // It may have been added, so the retry sends the same key.
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(createPromotion)).toHaveLength(2))
    const keys = fakeApi.callsOf(createPromotion).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toBe(keys[1])
  })

  it('shows the progress of the picture’s upload, and keeps all values if the picture is rejected', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
    const { t, user, edit, isClosed } = await open()
    const { form, field, fill, save, choose } = await edit('new')
    fill()
    choose('a.gif', 'image/gif')
    expect((await form.findByRole('alert')).textContent).toBe(t('errors.image_type'))
    choose('a.png', 'image/png', 5 * 1024 * 1024 + 1)
    const tooLarge = 'Image size must be less than 5MB'
    await waitFor(() => expect(form.getByRole('alert').textContent).toBe(tooLarge))
    choose()
    fakeApi.refuses(createPromotion, 415, { code: 'image_type', message: 'Numai JPG' })
    await user.click(save())
    expect(await screen.findByText(t('pictureChoice.failed'))).toBeDefined()
    expect(form.getByRole('alert').textContent).toBe(`Numai JPG\n${t('promotionEditor.pictureKept')}`)
    expect(field('title')).toHaveProperty('value', 'Late wine')
    const release = fakeApi.holds(createPromotion, {
      ...LUNCH,
      id: 9,
      title: 'Late wine',
      titleRo: 'Vin târziu',
      description: 'By the glass',
      descriptionRo: 'La pahar',
      startDate: '2026-06-12',
      endDate: '2026-06-12',
      startHour: null,
      endHour: null,
    })
    await user.click(save())
    expect(await form.findByRole('progressbar', { name: t('pictureChoice.sending') })).toHaveProperty('value', 0.5)
    release()
    await isClosed()
    expect(fakeApi.callsOf(createPromotion)[1]?.body).toMatchObject({ title: 'Late wine', image: { name: 'wine.jpg' } })
  })
})
