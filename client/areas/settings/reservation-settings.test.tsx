import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { areaKey, refetchChanged } from '../../lib/api/query.ts'
import { closeDialog, openDialog, openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { act, dialog, fakeApi, screen, waitFor } from '../../testing/render.tsx'

const OPEN_UNTIL_22: Settings['openingHours'] = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '10:00', to: '22:00' })),
  exceptions: [],
}
const ON = { ...DEFAULT_RESERVATIONS, on: true }
const ONLINE = { ...ON, online: true }

describe('the settings of reservations', () => {
  const open = async (settings: Partial<Settings> = {}, language: 'en' | 'ro' = 'en') => {
    const opened = await openSettingsAt('reservations', language, { openingHours: OPEN_UNTIL_22, ...settings })
    opened.accept()
    const { t, flip, user } = opened
    type Rule = Exclude<keyof typeof ON, 'on' | 'online' | 'slotMinutes'>
    return {
      ...opened,
      number: (rule: Rule) => screen.getByRole('status', { name: t(`settings.reservations.${rule}`) }),
      step: async (direction: 'less' | 'more', rule: Rule, times = 1) => {
        const name = t(`settings.reservations.${direction}`, { name: t(`settings.reservations.${rule}`) })
        for (let i = 0; i < times; i++) await user.click(screen.getByRole('button', { name }))
      },
      toggle: (name: 'on' | 'online' | 'asks') => flip(t(`settings.reservations.${name}`)),
      online: () => screen.getByRole('switch', { name: t('settings.reservations.online') }),
    }
  }

  it('are sent together once they are switched on', async () => {
    const { t, user, step, number, toggle, save } = await open()
    expect(screen.queryByText(t('settings.reservations.stayMinutes'))).toBeNull()
    await toggle('on')
    await toggle('online')
    await user.click(screen.getByRole('radio', { name: /^1\sh/ }))
    await step('more', 'leadMinutes')
    await toggle('asks')
    await step('more', 'asksFrom')
    expect(number('leadMinutes').textContent).toBe('1\u00a0h\u00a015\u00a0min')
    await save()
    const reservations = { ...ONLINE, slotMinutes: 60, leadMinutes: 75, asksFrom: 7 }
    await waitFor(() => expect(bodies()).toEqual([{ reservations }]))
  })

  it.each([
    ['en', 'A table is kept 2\u00a0h'],
    ['ro', 'O masă se ține 2\u00a0h'],
  ] as const)('are sentences whose numbers go by steps, up to their limits, in %s', async (language, sentence) => {
    const { number, step, save } = await open({ reservations: { ...ONLINE, heldMinutes: 37, maxParty: 19 } }, language)
    expect(number('stayMinutes').parentElement?.parentElement?.textContent).toBe(sentence)
    await step('more', 'stayMinutes', 12)
    expect(number('stayMinutes').textContent).toBe('6\u00a0h')
    await step('less', 'heldMinutes', 4)
    await step('more', 'maxParty', 2)
    await step('less', 'lastSeatingMinutes')
    await save()
    const reservations = { ...ONLINE, stayMinutes: 360, heldMinutes: 0, maxParty: 25, lastSeatingMinutes: 45 }
    await waitFor(() => expect(bodies()).toEqual([{ reservations }]))
  })

  it('say at its number what the server refuses, and at the switch, which gets the focus', async () => {
    const { online, number, step, save } = await open({ reservations: ONLINE })
    const refuse = (path: string, message: string) =>
      fakeApi.refuses(changeSettings, 400, { code: 'invalid_input', message, issues: [{ path, message }] })
    await step('more', 'maxParty')
    refuse('reservations', 'Only with hours')
    await save()
    expect(await screen.findByText('Only with hours')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(online()))
    refuse('reservations.maxParty', 'Too many')
    await save()
    const sentence = (await screen.findByText('Too many')).parentElement
    expect(sentence?.contains(number('maxParty'))).toBe(true)
  })

  it('say why guests cannot reserve online without opening hours', async () => {
    const { t, online } = await open({ openingHours: null, reservations: ON })
    expect(online().hasAttribute('data-disabled')).toBe(true)
    expect(screen.getByText(t('validation.onlineNeedsHours'))).toBeDefined()
  })

  it('say that a phone number is missing, and lead to it', async () => {
    const { t, press } = await open({ reservations: ONLINE, restaurantPhone: null })
    expect(screen.getByText(t('settings.reservations.noPhone'), { exact: false })).toBeDefined()
    await press(t('settings.reservations.addPhone'))
    await waitFor(() => expect(screen.getByLabelText(t('settings.restaurantPhone'))).toBeDefined())
  })

  it('keep the opening hours while guests reserve online, and say why', async () => {
    const { t, toggle, flip, save, show, accept } = await open({ reservations: ONLINE })
    const hours = () => screen.getByRole('switch', { name: t('settings.hours.has') })
    await show('hours')
    expect(hours().hasAttribute('data-disabled')).toBe(true)
    expect(screen.getByText(t('validation.onlineNeedsHours'))).toBeDefined()
    await show('reservations')
    accept({ openingHours: OPEN_UNTIL_22, reservations: ON })
    await toggle('online')
    await save()
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    await show('hours')
    await flip(t('settings.hours.has'))
    // Another owner has let guests reserve meanwhile.
    const message = 'Only with hours'
    fakeApi.refuses(changeSettings, 400, {
      ...{ code: 'invalid_input', message },
      issues: [{ path: 'openingHours', message }],
    })
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(hours()))
  })

  it('lead to the book, the guests’ page and its code, once they are on', async () => {
    const { t, user, press, toggle, save, accept } = await open({
      reservations: { ...DEFAULT_RESERVATIONS, online: false },
    })
    const book = () => screen.queryByRole('button', { name: t('settings.reservations.ways.book') })
    await toggle('on')
    await toggle('online')
    expect(book()).toBeNull()
    accept({ reservations: ONLINE })
    await save()
    await waitFor(() => expect(book()).not.toBeNull())
    const page = screen.getByRole('link', { name: t('settings.reservations.ways.page') })
    expect(page.getAttribute('href')).toBe('/reserve')
    await press(`${t('settings.reservations.ways.code')}…`)
    const code = await dialog(t('settings.reservations.ways.code'))
    vi.stubGlobal('print', () => {})
    Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
    onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'))
    await user.click(await code.findByRole('button', { name: t('common.print') }))
    await waitFor(() => expect(document.querySelectorAll('.printed-codes .printed-words')).toHaveLength(12))
    const words = document.querySelector('.printed-codes .printed-words')?.textContent
    for (const text of ['/reserve', 'Scan, reserve a table', 'Scanați, rezervați o masă']) expect(words).toContain(text)
    expect(code.getByText(`${location.origin}/reserve`)).toBeDefined()
    await waitFor(() => expect(code.getByRole('button', { name: t('tables.file.svg') })).toBeDefined())
    closeDialog('settings')
    openDialog('settings', 'reservations')
    await user.click(code.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    await press(t('settings.reservations.ways.book'))
    expect(openedDialog('settings')).toBeUndefined()
    expect(location.search).toBe('?view=reservations')
  })

  it('say that the largest table is smaller than the largest party, unless the house answers for those', async () => {
    const table = (number: number, capacity: number, reservable = true) =>
      ({ id: number, number, label: null, capacity, reservable, status: 'available' }) as const
    const { t, step, toggle } = await open({ reservations: { ...ONLINE, maxParty: 5 } })
    fakeApi.answers(getTables, [table(1, 2), table(2, 4), table(3, 12, false)])
    await act(() => refetchChanged(areaKey('tables')))
    const hint = () => screen.queryByText(t('settings.reservations.largestTable', { count: 4 }))
    await waitFor(() => expect(hint()).not.toBeNull())
    await step('less', 'maxParty')
    expect(hint()).toBeNull()
    await step('more', 'maxParty')
    expect(hint()).not.toBeNull()
    await toggle('asks')
    expect(hint()).toBeNull()
  })

  it('say what becomes of those to come once they are switched off', async () => {
    const { t, toggle, save } = await open({ reservations: ONLINE })
    await toggle('on')
    expect(screen.getByText(t('settings.reservations.off'))).toBeDefined()
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ reservations: DEFAULT_RESERVATIONS }]))
  })
})
