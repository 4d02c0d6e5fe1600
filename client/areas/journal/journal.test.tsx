import { describe, expect, it } from 'vitest'
import { getJournal, JOURNAL_KINDS, type JournalEntry } from '#shared/contracts/journal.ts'
import { settingsChangeSchema } from '#shared/contracts/settings.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { dashboard } from '#shared/i18n/words/dashboard.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import Journal from './journal.tsx'

let nextId = 1_000
const entry = (kind: JournalEntry['kind'], fields: Partial<JournalEntry> = {}): JournalEntry => ({
  id: nextId--,
  at: '2026-11-21T17:30:00.000Z',
  kind,
  username: 'ana',
  address: '203.0.113.7',
  details: {},
  ...fields,
})

describe('the journal', () => {
  const open = async (entries: JournalEntry[], before: number | null = null) => {
    fakeApi.answers(getJournal, { entries, before })
    const view = render(<Journal />)
    await view.user.click(screen.getByRole('button', { name: view.t('journal.show') }))
    return view
  }
  const sentences = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

  it('is fetched again each time it is opened', async () => {
    const release = fakeApi.holds(getJournal, { entries: [entry('signed_in')], before: null })
    const { user, t } = render(<Journal />)
    const show = screen.getByRole('button', { name: t('journal.show'), expanded: false })
    expect(fakeApi.callsOf(getJournal)).toEqual([])
    await user.click(show)
    expect(screen.getByRole('status').textContent).toBe(t('common.loading'))
    release()
    expect(await screen.findByText(t('journal.signed_in', { who: 'ana' }))).toBeDefined()
    const hide = screen.getByRole('button', { name: t('journal.hide'), expanded: true })
    expect(document.activeElement).toBe(hide)
    await user.click(hide)
    expect(screen.queryByRole('listitem')).toBeNull()
    fakeApi.answers(getJournal, { entries: [entry('signed_in', { username: 'boss' })], before: null })
    await user.click(show)
    expect(await screen.findByText(t('journal.signed_in', { who: 'boss' }))).toBeDefined()
    expect(screen.queryByText(t('journal.signed_in', { who: 'ana' }))).toBeNull()
  })

  it('groups entries by the day in the restaurant’s time zone, and shows the time of each', async () => {
    const { t } = await open([
      entry('signed_in', { at: '2026-11-21T22:05:00.000Z' }),
      entry('signed_in', { at: '2026-11-21T21:59:00.000Z', address: '2001:db8::/64' }),
      entry('signed_in', { at: '2026-11-21T08:00:00.000Z', address: null }),
    ])
    const days = await screen.findAllByRole('heading', { level: 4 })
    const dayNames = ['2026-11-22', '2026-11-21'].map((day) => formatLongDay(day, 'en'))
    expect(days.map(({ textContent }) => textContent)).toEqual(dayNames)
    const saturday = screen.getByRole('region', { name: days[1]?.textContent as string })
    const rows = within(saturday).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('time')?.textContent)).toEqual(['23:59', '10:00'])
    expect(rows[0]?.textContent).toContain(t('journal.from', { address: '2001:db8::/64' }))
    expect(rows[1]?.querySelectorAll('p')).toHaveLength(1)
  })

  it('shows each kind as a sentence with all its details', async () => {
    const { t } = await open([
      entry('sign_in_refused'),
      entry('sign_in_refused', { username: null }),
      entry('sign_ins_refused', { username: null, address: null, details: { count: 34 } }),
      entry('user_created', { details: { user: 'ion', role: 'staff' } }),
      entry('user_created', { details: { user: 'ana', role: 'staff' } }),
      entry('users_registered', { username: null, address: null, details: { count: 34 } }),
      entry('user_role', { details: { user: 'ion', role: 'owner' } }),
      entry('user_duties', { details: { user: 'ion', duties: ['kitchen', 'floor'] } }),
      entry('user_duties', { details: { user: 'ion', duties: [] } }),
      entry('user_removed', { details: { user: 'ion' } }),
      entry('password_set', { details: { user: 'ion' } }),
      entry('password_set', { details: { user: 'ana' } }),
      entry('password_set', { username: null, address: null, details: { user: 'ana' } }),
      entry('settings_changed', { details: { settings: ['currency', 'legalName', 'of_another_version'] } }),
      entry('table_key', { details: { table: 12 } }),
      entry('menu_imported', { details: { what: 'csv', added: 3, count: 1_200 } }),
      entry('menu_imported', { details: { what: 'list', added: 0, count: 2 } }),
      entry('import_undone', { details: { what: 'bulk', added: 0, count: 2 } }),
      entry('menu_bulk', { details: { what: 'price', count: 40 } }),
      entry('menu_bulk', { details: { what: 'category', count: 4 } }),
      entry('price_changed', { details: { dish: 'Ciorbă', from: 2850, to: 3000 } }),
      entry('exported', { details: { what: 'customer' } }),
      entry('exported', { details: { what: 'of_another_version' } }),
      entry('erased', { details: { what: 'customer', count: 7 } }),
      entry('erased', { details: { what: 'order', order: 812 } }),
      entry('program_added', { details: { program: 'Casa', personal: true } }),
      entry('webhook_added', { details: { program: 'till.example' } }),
      entry('webhook_changed', { details: { program: 'till.example', personal: true } }),
      entry('webhook_secret', { details: { program: 'till.example' } }),
      entry('backup_made', { username: null, address: null, details: { backup: 'masa-1' } }),
      entry('backup_link', { details: { backup: 'masa-1' } }),
      entry('backup_restored', { username: null, address: null, details: { backup: 'masa-1' } }),
    ])
    await screen.findAllByRole('listitem')
    const [byAna, server] = [{ who: 'ana' }, { who: t('journal.server') }]
    const [staff, owner] = [t('journal.roles.staff'), t('journal.roles.owner')]
    const duties = [t('journal.duties.kitchen'), t('journal.duties.floor')]
    const names = [t('journal.settings.currency'), t('journal.settings.legalName'), 'of_another_version']
    expect(sentences()).toEqual([
      t('journal.sign_in_refused', byAna),
      t('journal.sign_in_refused_unknown'),
      t('journal.sign_ins_refused', { count: 34 }),
      t('journal.user_created', { ...byAna, user: 'ion', role: staff }),
      t('journal.user_registered', byAna),
      t('journal.users_registered', { count: 34 }),
      t('journal.user_role', { ...byAna, user: 'ion', role: owner }),
      t('journal.user_duties.some', { ...byAna, user: 'ion', duties: new Intl.ListFormat('en').format(duties) }),
      t('journal.user_duties.none', { ...byAna, user: 'ion' }),
      t('journal.user_removed', { ...byAna, user: 'ion' }),
      t('journal.password_set', { ...byAna, user: 'ion' }),
      t('journal.password_own', byAna),
      t('journal.password_set', { ...server, user: 'ana' }),
      t('journal.settings_changed', { ...byAna, names: new Intl.ListFormat('en').format(names) }),
      t('journal.table_key', { ...byAna, table: 12 }),
      t('journal.menu_imported.csv', { ...byAna, added: 3, count: 1_200 }),
      t('journal.menu_imported.list', { ...byAna, added: 0, count: 2 }),
      t('journal.import_undone', { ...byAna, added: 0, count: 2 }),
      t('journal.menu_bulk.price', { ...byAna, count: 40 }),
      t('journal.menu_bulk.category', { ...byAna, count: 4 }),
      t('journal.price_changed', { ...byAna, dish: 'Ciorbă', from: '28.50 LEI', to: '30.00 LEI' }),
      t('journal.exported.customer', byAna),
      t('journal.exported.other', byAna),
      t('journal.erased.customer', { ...byAna, count: 7 }),
      t('journal.erased.order', { ...byAna, order: 812 }),
      t('journal.program_added_personal', { ...byAna, program: 'Casa' }),
      t('journal.webhook_added', { ...byAna, program: 'till.example' }),
      t('journal.webhook_changed_personal', { ...byAna, program: 'till.example' }),
      t('journal.webhook_secret', { ...byAna, program: 'till.example' }),
      t('journal.backup_made', server),
      t('journal.backup_link', { ...byAna, backup: 'masa-1' }),
      t('journal.backup_restored', { backup: 'masa-1' }),
    ])
    for (const sentence of sentences()) expect(sentence).not.toMatch(/journal\.|\{\{|undefined/)
  })

  it('has a sentence for every kind', async () => {
    await open(JOURNAL_KINDS.map((kind) => entry(kind)))
    await screen.findAllByRole('listitem')
    for (const sentence of sentences()) expect(sentence).not.toMatch(/journal\.|\{\{|undefined/)
  })

  it('loads older entries, and shows an error if that fails', async () => {
    const { user, t } = await open([entry('signed_in')], 17)
    fakeApi.refuses(getJournal, 500, { message: 'Fum în bucătărie' })
    await user.click(await screen.findByRole('button', { name: t('journal.older') }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Fum în bucătărie'))
    fakeApi.answers(getJournal, { entries: [entry('user_removed', { details: { user: 'ion' } })], before: null })
    await user.click(screen.getByRole('button', { name: t('journal.older') }))
    expect(await screen.findByText(t('journal.user_removed', { who: 'ana', user: 'ion' }))).toBeDefined()
    expect(fakeApi.callsOf(getJournal).at(-1)?.query).toEqual({ before: '17' })
    expect(screen.getByText(t('journal.signed_in', { who: 'ana' }))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('journal.older') })).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('offers older entries after a page without readable entries', async () => {
    const { t } = await open([], 17)
    expect(await screen.findByRole('button', { name: t('journal.older') })).toBeDefined()
    expect(screen.queryByText(t('journal.empty'))).toBeNull()
  })

  it('shows a message while there are no entries', async () => {
    const { t } = await open([])
    expect(await screen.findByText(t('journal.empty'))).toBeDefined()
  })

  it('shows an error if it could not be loaded, with a button to retry', async () => {
    fakeApi.refuses(getJournal, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<Journal />)
    await user.click(screen.getByRole('button', { name: t('journal.show') }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(getJournal, { entries: [entry('signed_in')], before: null })
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByText(t('journal.signed_in', { who: 'ana' }))).toBeDefined()
  })
})

it('the journal has a name for each setting that can be changed', () => {
  const names = Object.keys(dashboard.journal.settings)
  expect(Object.keys(settingsChangeSchema.shape).filter((name) => !names.includes(name))).toEqual([])
})
