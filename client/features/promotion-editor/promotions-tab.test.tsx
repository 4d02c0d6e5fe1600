import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changePromotion,
  createPromotion,
  deletePromotion,
  movePromotion,
  togglePromotion,
} from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, under, waitFor, within } from '../../testing/render.tsx'
import PromotionsTab from './promotions-tab.tsx'

const LUNCH: Promotion = {
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
  isActive: true,
  order: 1,
  createdAt: '2026-05-01T09:00:00.000Z',
  updatedAt: '2026-05-01T09:00:00.000Z',
}
const TROUT: Promotion = {
  ...{ ...LUNCH, id: 2, order: 2, title: 'Trout week', titleRo: 'Săptămâna păstrăvului' },
  ...{ startDate: '2026-06-12', endDate: '2026-06-12', startHour: '17:00', endHour: '19:00' },
}
const WINE: Promotion = {
  ...{ ...LUNCH, id: 3, order: 3, title: 'Wine night', titleRo: 'Seara vinului', isActive: false },
  ...{ startHour: null, endHour: null },
}
/** 13:00 at the restaurant. */
const NOW = new Date('2026-06-12T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})

describe.each(LANGUAGES)('the promotions tab (%s)', (language) => {
  const isEn = language === 'en'
  const titleOf = ({ title, titleRo }: Promotion) => (isEn ? title : titleRo)
  const open = async (promotions = [LUNCH, TROUT, WINE]) => {
    fakeApi.answers(getAllPromotions, promotions)
    const drawn = render(<PromotionsTab />, { language })
    const { t, user } = drawn
    await waitFor(() => expect(screen.queryByText(t('promotionEditor.loading'))).toBeNull())
    const row = (promotion: Promotion) => within(screen.getByRole('listitem', { name: titleOf(promotion) }))
    const arrow = (promotion: Promotion, direction: 'up' | 'down') =>
      row(promotion).getByRole('button', { name: t(`promotionEditor.${direction}`, { title: titleOf(promotion) }) })
    const edit = async (promotion: Promotion | 'new') => {
      await user.click(
        promotion === 'new'
          ? screen.getByRole('button', { name: t('promotionEditor.add') })
          : row(promotion).getByRole('button', { name: t('promotionEditor.edit', { title: titleOf(promotion) }) }),
      )
      const form = await dialog(t(promotion === 'new' ? 'promotionEditor.addTitle' : 'promotionEditor.editTitle'))
      type Field =
        | ('title' | 'titleRo' | 'description' | 'descriptionRo' | 'imageUrl')
        | ('startDate' | 'endDate' | 'startHour' | 'endHour')
      const field = (one: Field) => form.getByLabelText(t(`promotionEditor.fields.${one}`))
      const set = (one: Field, value: string) => fireEvent.change(field(one), { target: { value } })
      const save = () => form.getByRole('button', { name: t('promotionEditor.save') })
      const fill = () => {
        set('title', 'Late wine')
        set('titleRo', 'Vin târziu')
        set('description', 'By the glass')
        set('descriptionRo', 'La pahar')
      }
      const choose = (name = 'wine.jpg', type = 'image/jpeg', size = 1000) => {
        const file = new File(['x'], name, { type })
        Object.defineProperty(file, 'size', { value: size })
        fireEvent.change(form.getByLabelText(t('pictureChoice.label')), { target: { files: [file] } })
      }
      return { form, field, set, save, fill, choose }
    }
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return { ...drawn, row, arrow, edit, isClosed }
  }
  const dataOf = () => fakeApi.callsOf(changePromotion).map(({ body }) => JSON.parse((body as { data: string }).data))

  it('lists all of them with number, words, days, hours, switch, and how each stands', async () => {
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

  it('says that they could not be loaded, and asks again', async () => {
    fakeApi.refuses(getAllPromotions, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<PromotionsTab />, { language })
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(getAllPromotions, [])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    await user.click(await screen.findByRole('button', { name: t('promotionEditor.addFirst') }))
    expect(await dialog(t('promotionEditor.addTitle'))).toBeDefined()
  })

  it('moves by one from where it is seen, and not beyond the ends', async () => {
    const { t, user, arrow } = await open()
    expect(arrow(LUNCH, 'up').getAttribute('aria-disabled')).toBe('true')
    expect(arrow(WINE, 'down').getAttribute('aria-disabled')).toBe('true')
    await user.click(arrow(LUNCH, 'up'))
    await user.click(arrow(WINE, 'down'))
    expect(fakeApi.callsOf(movePromotion)).toEqual([])
    const moved = [{ ...TROUT, order: 1 }, { ...LUNCH, order: 2 }, WINE]
    fakeApi.answers(movePromotion, moved)
    fakeApi.answers(getAllPromotions, moved)
    await user.click(arrow(LUNCH, 'down'))
    await waitFor(() => expect(arrow(TROUT, 'up').getAttribute('aria-disabled')).toBe('true'))
    expect(fakeApi.callsOf(movePromotion)).toMatchObject([
      { path: '/api/promotions/1/move', body: { direction: 'down', order: 1 } },
    ])
    fakeApi.refuses(movePromotion, 409, { code: 'place_changed', message: 'Altcineva' })
    await user.click(arrow(LUNCH, 'up'))
    expect(await screen.findByText(isEn ? 'Failed to move promotion' : t('promotionEditor.moveFailed'))).toBeDefined()
    expect(screen.getByText('Altcineva')).toBeDefined()
  })

  it('moves to any place, and deletes once that is confirmed', async () => {
    const { t, user, row, isClosed } = await open()
    const choose = async (label: string) => {
      await user.click(row(LUNCH).getByRole('button', { name: t('promotionEditor.more', { title: titleOf(LUNCH) }) }))
      await user.click(await screen.findByRole('menuitem', { name: label }))
    }
    fakeApi.answers(movePromotion, [TROUT, WINE, LUNCH])
    await choose(t('promotionEditor.moveTo'))
    const moving = await dialog(t('promotionEditor.moveTitle', { title: titleOf(LUNCH) }))
    await user.click(moving.getByRole('combobox', { name: t('promotionEditor.moveToPlace') }))
    await user.click(await screen.findByRole('option', { name: `3. ${titleOf(WINE)}` }))
    await user.click(moving.getByRole('button', { name: t('promotionEditor.move') }))
    await isClosed()
    expect(fakeApi.callsOf(movePromotion)[0]?.body).toEqual({ to: 3, order: 1 })

    fakeApi.refusesOnce(deletePromotion, 500, { message: 'Nu acum' }, undefined)
    await choose(t('promotionEditor.deleteMenu'))
    const asked = within(await screen.findByRole('alertdialog'))
    const confirm = asked.getByRole('button', { name: t('promotionEditor.deleteConfirm') })
    await user.click(confirm)
    expect(
      await screen.findByText(isEn ? 'Failed to delete promotion' : t('promotionEditor.deleteFailed')),
    ).toBeDefined()
    await user.click(confirm)
    expect(await screen.findByText(t('promotionEditor.deleted', { title: titleOf(LUNCH) }))).toBeDefined()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: t('promotionEditor.add') })),
    )
  })

  it('switches at once, and back where that fails', async () => {
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

  it('adds one, today and active unless said otherwise, after all that is wrong was said', async () => {
    const { t, user, edit } = await open([])
    const { field, set, save, fill } = await edit('new')
    expect([field('startDate'), field('endDate')].map((input) => (input as HTMLInputElement).value)).toEqual([
      ...['2026-06-12', '2026-06-12'],
    ])
    for (const date of ['startDate', 'endDate'] as const) set(date, '')
    set('startHour', '12:00')
    await user.click(save())
    await waitFor(() => expect(under(field('title'))).toBe(isEn ? 'Title is required' : 'Titlul este obligatoriu'))
    expect(
      (['titleRo', 'description', 'descriptionRo', 'startDate', 'endDate', 'endHour'] as const).map((one) =>
        under(field(one)),
      ),
    ).toEqual([
      ...[
        t('validation.promotionTitleRo'),
        t('validation.promotionDescription'),
        t('validation.promotionDescriptionRo'),
      ],
      ...[t('validation.date'), t('validation.date'), t('validation.promotionHoursBoth')],
    ])
    expect(document.activeElement).toBe(field('title'))
    fill()
    set('title', 'x'.repeat(300))
    set('startDate', '2026-06-21')
    set('endDate', '2026-06-20')
    set('endHour', '11:00')
    await user.click(save())
    await waitFor(() => expect(under(field('endDate'))).toBe(t('validation.promotionDates')))
    expect(under(field('endHour'))).toBe(t('validation.promotionHours'))
    expect(under(field('title'))).toBe(t('validation.atMostCharacters', { count: 120 }))
    expect(fakeApi.callsOf(createPromotion)).toEqual([])

    set('title', 'Late wine')
    set('endDate', '2026-06-21')
    set('startHour', '')
    set('endHour', '')
    fakeApi.answers(createPromotion, { ...LUNCH, id: 9, title: 'Late wine', titleRo: 'Vin târziu' })
    await user.click(save())
    expect(
      await screen.findByText(t('promotionEditor.saved', { title: isEn ? 'Late wine' : 'Vin târziu' })),
    ).toBeDefined()
    expect(fakeApi.callsOf(createPromotion)[0]?.body).toEqual({
      ...{ title: 'Late wine', titleRo: 'Vin târziu', description: 'By the glass', descriptionRo: 'La pahar' },
      ...{ imageUrl: '', startDate: '2026-06-21', endDate: '2026-06-21', isActive: 'true' },
    })
  })

  it('changes only what was changed, and keeps what is typed meanwhile', async () => {
    const { user, edit, isClosed } = await open()
    const { field, set, save } = await edit(LUNCH)
    const release = fakeApi.holds(changePromotion, { ...LUNCH, startHour: null, endHour: null })
    set('startHour', '')
    set('endHour', '')
    await user.click(save())
    await waitFor(() => expect(dataOf()).toEqual([{ startHour: null, endHour: null }]))
    set('title', 'Typed meanwhile')
    release()
    await waitFor(() => expect(save()).toHaveProperty('disabled', false))
    expect(field('title')).toHaveProperty('value', 'Typed meanwhile')
    fakeApi.answers(changePromotion, { ...LUNCH, title: 'Typed meanwhile', startHour: null, endHour: null })
    await user.click(save())
    await isClosed()
    expect(dataOf()[1]).toEqual({ title: 'Typed meanwhile' })
  })

  it('says the server’s faults under their fields, and otherwise that it failed', async () => {
    const { t, user, edit } = await open()
    const { field, set, save } = await edit(LUNCH)
    fakeApi.refuses(changePromotion, 400, { message: 'Nu', issues: [{ path: 'endDate', message: 'Prea devreme' }] })
    set('title', 'Other')
    await user.click(save())
    await waitFor(() => expect(under(field('endDate'))).toBe('Prea devreme'))
    fakeApi.refuses(changePromotion, 500, { message: 'Nu acum' })
    await user.click(save())
    expect(
      await screen.findByText(isEn ? 'Failed to update promotion' : t('promotionEditor.updateFailed')),
    ).toBeDefined()
    expect(field('title')).toHaveProperty('value', 'Other')
    fakeApi.refuses(changePromotion, 404, { code: 'not_found', message: 'Nu e' })
    await user.click(save())
    expect(await screen.findByText(t('promotionEditor.gone'))).toBeDefined()
    fakeApi.answers(createPromotion, LUNCH)
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(createPromotion)[0]?.body).toMatchObject({ title: 'Other' }))
  })

  it.each([
    ['the server’s words', { message: 'E plin' }, 'E plin'],
    ['general ones where it has none', {}, 'promotionEditor.createFailed'],
  ] as const)('says that none could be added in %s', async (_, body, said) => {
    fakeApi.refuses(createPromotion, 500, body)
    const { t, user, edit } = await open()
    const { fill, save, field } = await edit('new')
    fill()
    await user.click(save())
    expect(await screen.findByText(t(said as 'promotionEditor.createFailed'))).toBeDefined()
    expect(field('title')).toHaveProperty('value', 'Late wine')
    // It may have been added: the next try is the same.
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(createPromotion)).toHaveLength(2))
    const keys = fakeApi.callsOf(createPromotion).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toBe(keys[1])
  })

  it('sends a picture along, says how far it is, and keeps all of it where it is refused', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
    const { t, user, edit, isClosed } = await open()
    const { form, field, fill, save, choose } = await edit('new')
    fill()
    choose('a.gif', 'image/gif')
    expect((await form.findByRole('alert')).textContent).toBe(t('errors.image_type'))
    choose('a.png', 'image/png', 5 * 1024 * 1024 + 1)
    expect(form.getByRole('alert').textContent).toBe(
      isEn ? 'Image size must be less than 5MB' : t('errors.promotion_image_too_large'),
    )
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

  it('makes two of hours that go past midnight, the second with the same picture', async () => {
    const { t, user, edit, isClosed } = await open()
    const { form, field, set, save } = await edit(LUNCH)
    set('startHour', '22:00')
    set('endHour', '02:00')
    const offer = await form.findByText(t('promotionEditor.midnight.title'))
    expect(offer.parentElement?.textContent).toContain(
      isEn
        ? 'this one with 1 Jun 2026 – 30 Jun 2026, 22:00–23:59, and a second, the same but for 2 Jun 2026 – 1 Jul 2026, 00:00–02:00.'
        : 'cu 1 iun 2026 – 30 iun 2026, 22:00–23:59, și încă una la fel, dar cu 2 iun 2026 – 1 iul 2026, 00:00–02:00.',
    )
    await user.click(save())
    await waitFor(() => expect(under(field('endHour'))).toBe(t('validation.promotionHours')))
    const imageUrl = 'https://example.com/wine.jpg'
    fakeApi.answers(changePromotion, { ...LUNCH, imageUrl, startHour: '22:00', endHour: '23:59' })
    fakeApi.refuses(createPromotion, 500, { message: 'Nu acum' })
    await user.click(form.getByRole('button', { name: t('promotionEditor.midnight.save') }))
    const alert = await form.findByRole('alert')
    expect(alert.textContent).toContain(t('promotionEditor.midnight.failedDescription', { reason: 'Nu acum' }))
    expect(dataOf()).toEqual([{ startHour: '22:00', endHour: '23:59' }])
    fakeApi.answers(createPromotion, { ...LUNCH, id: 9 })
    await user.click(form.getByRole('button', { name: t('promotionEditor.midnight.tryAgain') }))
    expect(await screen.findByText(t('promotionEditor.midnight.added'))).toBeDefined()
    await isClosed()
    const sent = fakeApi.callsOf(createPromotion)
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe(sent[1]?.headers.get('Idempotency-Key'))
    expect(sent[1]?.body).toEqual({
      ...{ title: LUNCH.title, titleRo: LUNCH.titleRo, description: LUNCH.description },
      ...{ descriptionRo: LUNCH.descriptionRo, imageUrl, isActive: 'true' },
      ...{ startDate: '2026-06-02', endDate: '2026-07-01', startHour: '00:00', endHour: '02:00' },
    })
    expect(dataOf()).toHaveLength(1)
  })

  it.each(['tryAgain', 'save'] as const)('loses nothing while the second of two is not saved (%s)', async (by) => {
    const { t, user, edit, isClosed } = await open()
    const { form, field, set, save } = await edit(LUNCH)
    set('startHour', '22:00')
    set('endHour', '02:00')
    const [first, renamed] = [{ ...LUNCH, startHour: '22:00', endHour: '23:59' }, 'Late lunch']
    fakeApi.answers(changePromotion, first)
    fakeApi.refuses(createPromotion, 500, { message: 'Nu acum' })
    await user.click(form.getByRole('button', { name: t('promotionEditor.midnight.save') }))
    await form.findByRole('alert')
    set('title', renamed)
    fakeApi.answers(createPromotion, { ...LUNCH, id: 9 })
    fakeApi.answers(changePromotion, { ...first, title: renamed })
    if (by === 'tryAgain') {
      await user.click(form.getByRole('button', { name: t('promotionEditor.midnight.tryAgain') }))
      await screen.findByText(t('promotionEditor.midnight.added'))
      expect(field('title')).toHaveProperty('value', renamed)
    }
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(createPromotion)).toHaveLength(2)
    expect(dataOf()[1]).toEqual({ title: renamed })
  })

  it('shows what guests will see at any date and hour, in its order', async () => {
    const { t, user } = await open([TROUT, LUNCH, WINE])
    await user.click(screen.getByRole('button', { name: t('promotionEditor.preview.open') }))
    const preview = await dialog(t('promotionEditor.preview.title'))
    const slides = () =>
      preview
        .queryAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .slice(1)
    const set = (one: 'day' | 'time', value: string) =>
      fireEvent.change(preview.getByLabelText(t(`promotionEditor.preview.${one}`)), { target: { value } })
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
