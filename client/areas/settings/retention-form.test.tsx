import { describe, expect, it } from 'vitest'
import { getPrivacy, type Privacy } from '#shared/contracts/privacy.ts'
import { changeSettings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { fakeApi, screen, textBelow, waitFor, within } from '../../testing/render.tsx'

const NO_RECORDS: Privacy = {
  retentionMonths: null,
  startsAt: null,
  orders: 0,
  events: 0,
  customers: 0,
  reservations: 0,
}
const MANY_RECORDS: Privacy = { ...NO_RECORDS, orders: 1240, events: 3, customers: 310 }
const monthsAsked = () => fakeApi.callsOf(getPrivacy).map(({ query }) => query.months)

/** The exact texts of the form. */
const TEXTS = {
  en: {
    many: 'Today this would erase the data of 1 240 orders, 3 events and 310 customers.',
    one: 'Today this would erase the data of 1 order, 1 event and 1 customer.',
    starts: 'This starts on 22 Nov 2026, 19:30. Until then nothing is erased.',
    title: 'Erase guests’ data after 12 months?',
  },
  ro: {
    many: 'Astăzi s-ar șterge datele din 1 240 de comenzi, 3 evenimente și 310 fișe de client.',
    one: 'Astăzi s-ar șterge datele din 1 comandă, 1 eveniment și 1 fișă de client.',
    starts: 'Începe pe 22 nov 2026, 19:30. Până atunci nu se șterge nimic.',
    title: 'Se șterg datele clienților după 12 luni?',
  },
} as const

describe.each(LANGUAGES)('the retention of guests’ data (%s)', (language) => {
  const texts = TEXTS[language]
  const open = async (retentionMonths: number | null = null) => {
    const opened = await openSettingsAt('data', language, { retentionMonths })
    const { t, user } = opened
    const field = screen.getByLabelText(t('privacy.months')) as HTMLInputElement
    return {
      ...opened,
      field,
      async saveMonths(text: string) {
        await user.fill(field, text)
        await opened.save()
      },
      /** Lets the server accept the months and return their start. */
      acceptMonths(months: number | null, startsAt: string | null) {
        opened.accept({ retentionMonths: months })
        fakeApi.answers(getPrivacy, { ...MANY_RECORDS, retentionMonths: months, startsAt })
      },
    }
  }
  const question = async () => within(await screen.findByRole('alertdialog', { name: texts.title }))

  it('is unlimited by default, counts nothing then, and explains that totals stay', async () => {
    const { t, field } = await open()
    expect(field.value).toBe('')
    expect(textBelow(field)).toBe(t('privacy.monthsHint'))
    expect(screen.getByText(t('privacy.hint')).textContent).toMatch(
      language === 'ro' ? /totalurile rămân/ : /totals stay/,
    )
    expect(fakeApi.callsOf(getPrivacy)).toEqual([])
  })

  it.each([
    ['one of each', { ...NO_RECORDS, orders: 1, events: 1, customers: 1 }, texts.one],
    ['nothing', NO_RECORDS, undefined],
  ])('asks with what would be erased today: %s', async (_, answer, text) => {
    fakeApi.answers(getPrivacy, answer)
    const { t, saveMonths } = await open()
    await saveMonths('12')
    expect(await (await question()).findByText(text ?? t('privacy.wouldTakeNothing'))).toBeDefined()
    expect(monthsAsked()).toEqual(['12'])
  })

  it('asks also if the count failed', async () => {
    fakeApi.refuses(getPrivacy, 400, { message: 'Nu' })
    const { t, saveMonths } = await open()
    await saveMonths('12')
    expect(await (await question()).findByText(t('privacy.notCounted'))).toBeDefined()
  })

  it.each(['0', '121', '1.5', '-1', 'abc', '1e1', '0x9'])('rejects “%s” months without a count', async (input) => {
    const { t, field, saveMonths } = await open()
    await saveMonths(input)
    await waitFor(() => expect(textBelow(field)).toBe(t('validation.retentionMonths')))
    expect(document.activeElement).toBe(field)
    expect([bodies(), fakeApi.callsOf(getPrivacy), screen.queryByRole('alertdialog')]).toEqual([[], [], null])
  })

  it.each([
    ['first', null],
    ['shorter', 24],
  ])('requires a confirmation for a %s retention, and then shows its start', async (_, before) => {
    fakeApi.answers(getPrivacy, MANY_RECORDS)
    const { t, user, field, save, saveMonths, acceptMonths } = await open(before)
    await saveMonths('12')
    const confirmation = await question()
    expect(await confirmation.findByText(texts.many)).toBeDefined()
    for (const key of ['privacy.confirmCannotUndo', 'privacy.confirmStart'] as const)
      expect(confirmation.getByText(t(key))).toBeDefined()
    expect(bodies()).toEqual([])
    await user.click(confirmation.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([bodies(), field.value]).toEqual([[], '12'])

    await save()
    acceptMonths(12, '2026-11-22T17:30:00.000Z')
    await user.click((await question()).getByRole('button', { name: t('privacy.confirm', { count: 12 }) }))
    expect(await screen.findByText(texts.starts)).toBeDefined()
    expect(screen.getByText(t('settings.saved'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodies()).toEqual([{ retentionMonths: 12 }])
  })

  it.each([
    ['a longer retention', '24', 24],
    ['no retention', '', null],
  ])('requires no confirmation for %s', async (_, input, retentionMonths) => {
    fakeApi.answers(getPrivacy, MANY_RECORDS)
    const { saveMonths, acceptMonths } = await open(12)
    acceptMonths(retentionMonths, null)
    await saveMonths(input)
    await waitFor(() => expect(bodies()).toEqual([{ retentionMonths }]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(screen.queryByText(texts.starts)).toBeNull())
  })

  it('shows an error if it could not be saved, and keeps the input', async () => {
    fakeApi.answers(getPrivacy, MANY_RECORDS)
    fakeApi.refuses(changeSettings, 500, { message: 'Nu' })
    const { t, user, field, saveMonths } = await open()
    await saveMonths('12')
    await user.click((await question()).getByRole('button', { name: t('privacy.confirm', { count: 12 }) }))
    expect(await screen.findByText(t('settings.updateFailed'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(field.value).toBe('12')
  })
})
