import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changePromotion } from '#shared/contracts/promotion-editing.ts'
import { fakeApi, screen, waitFor, within } from '../../../testing/render.tsx'
import { changesSent, LUNCH, openTab, stopClock } from './promotions.fixture.tsx'

const KEY = 'masa.draft.promotion.1'

beforeEach(() => {
  stopClock()
})

const typeAndClose = async () => {
  const view = await openTab('en', [LUNCH])
  const { set, form } = await view.edit(LUNCH)
  set('title', 'Late lunch')
  await view.user.click(form.getByRole('button', { name: view.t('common.close') }))
  return view
}

describe('the draft of a promotion', () => {
  it('is put back with its changed fields alone, says so, and is gone once it is saved', async () => {
    const { t, user, edit, isClosed } = await typeAndClose()
    await isClosed()
    expect(JSON.parse(localStorage.getItem(KEY) ?? 'null').value.value).toEqual({ values: { title: 'Late lunch' } })
    const { form, field, save } = await edit(LUNCH)
    expect(field('title')).toHaveProperty('value', 'Late lunch')
    expect(form.getByText(t('drafts.restored'))).toBeDefined()
    fakeApi.answers(changePromotion, { ...LUNCH, title: 'Late lunch' })
    await user.click(save())
    await isClosed()
    expect(changesSent()).toEqual([{ title: 'Late lunch' }])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('is dropped by “Begin anew” and by “Cancel”', async () => {
    const { t, user, edit, isClosed } = await typeAndClose()
    await isClosed()
    const { form, field, set } = await edit(LUNCH)
    await user.click(form.getByRole('button', { name: t('drafts.beginAnew') }))
    expect(field('title')).toHaveProperty('value', LUNCH.title)
    expect(localStorage.getItem(KEY)).toBeNull()
    set('title', 'Late lunch')
    expect(localStorage.getItem(KEY)).not.toBeNull()
    await user.click(form.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it.each([
    ['of an older version of the form', { version: 0, value: { at: Date.parse('2026-06-12'), value: {} } }],
    ['older than 7 days', { version: 1, value: { at: Date.parse('2026-06-05'), value: { values: { title: 'Old' } } } }],
    [
      'with a field of another type',
      {
        version: 1,
        value: { at: Date.parse('2026-06-12'), value: { values: { weekdays: 'Monday', title: 7, gone: 'x' } } },
      },
    ],
    ['that is no draft', 'nonsense'],
  ])('%s is dropped', async (_, stored) => {
    localStorage.setItem(KEY, JSON.stringify(stored))
    const { t, edit } = await openTab('en', [LUNCH])
    const { form, field } = await edit(LUNCH)
    expect(field('title')).toHaveProperty('value', LUNCH.title)
    expect(form.queryByText(t('drafts.restored'))).toBeNull()
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('that cannot be stored makes the form ask before it is left', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => {},
    })
    const { t, user, isClosed } = await typeAndClose()
    const question = within(await screen.findByRole('alertdialog', { name: t('drafts.leaveTitle') }))
    const leaving = new Event('beforeunload', { cancelable: true })
    dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await user.click(question.getByRole('button', { name: t('drafts.stay') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText(t('promotionEditor.fields.title'))).toHaveProperty('value', 'Late lunch')
    await user.click(screen.getByRole('button', { name: t('common.close') }))
    const again = within(await screen.findByRole('alertdialog', { name: t('drafts.leaveTitle') }))
    await user.click(again.getByRole('button', { name: t('drafts.leave') }))
    await isClosed()
  })
})
