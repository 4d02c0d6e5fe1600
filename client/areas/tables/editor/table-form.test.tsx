import { describe, expect, it } from 'vitest'
import { changeTable, createTable, createTables, getTables } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { dialog, fakeApi, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { bodiesOf, ONE, openTables, sampleTable, THREE, TWO } from './tables.fixture.tsx'

describe('a form of a table', () => {
  it('adds tables one after another, and offers and focuses the next number', async () => {
    const { user, t, number, capacity, add } = await openTables('en')
    expect([number, capacity].map((field) => (field as HTMLInputElement).value)).toEqual(['4', '4'])
    fakeApi.answers(createTable, sampleTable(12, { capacity: 6 }))
    fakeApi.answers(getTables, [ONE, TWO, THREE, sampleTable(12, { capacity: 6 })])
    await user.fill(number, '12')
    await user.fill(capacity, '6')
    await add()
    expect(await screen.findByText(t('tables.added', { number: 12 }))).toBeDefined()
    expect(bodiesOf(createTable)).toEqual([{ number: 12, capacity: 6, label: null }])
    expect(fakeApi.callsOf(createTable)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(number).toHaveProperty('value', '13'))
    expect([document.activeElement, (capacity as HTMLInputElement).value]).toEqual([number, '6'])
    expect(await screen.findByRole('listitem', { name: t('common.table', { number: 12 }) })).toBeDefined()
    expect(number).toHaveProperty('value', '13')
  })

  it('adds several tables at once, unless one of the numbers is in use', async () => {
    const { user, t, number } = await openTables('en')
    const add = (count: number) => user.click(screen.getByRole('button', { name: t('tables.addSeveral', { count }) }))
    await user.fill(number, '2, 5–8')
    fakeApi.refuses(createTables, 409, { code: 'table_number_taken', message: 'Numărul există' })
    await add(5)
    await waitFor(() => expect(textBelow(number)).toContain('Numărul există'))
    const added = [5, 6, 8].map((one) => sampleTable(one))
    fakeApi.answers(createTables, added)
    fakeApi.answers(getTables, [ONE, TWO, THREE, ...added])
    await user.fill(number, '5-6; 8')
    await add(3)
    expect(await screen.findByText(t('tables.addedSeveral', { count: 3 }))).toBeDefined()
    expect(bodiesOf(createTables).at(-1)).toEqual({ numbers: [5, 6, 8], capacity: 4 })
    await waitFor(() => expect(number).toHaveProperty('value', '9'))
    await user.fill(number, '1-200')
    await user.click(screen.getByRole('button', { name: t('tables.addSeveral', { count: 101 }) }))
    await waitFor(() => expect(textBelow(number)).toContain(t('validation.atMostEntries', { count: 100 })))
  })

  it('adds no table without both fields, or with numbers below 1', async () => {
    const fillIn = 'Please fill in all fields'
    const { user, number, capacity, add } = await openTables('en')
    for (const input of ['', ' ', '2.5', 'doi']) {
      await user.fill(number, input)
      await add()
      expect(await screen.findAllByText(fillIn)).toHaveLength(1)
      expect([number, capacity].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
      await user.fill(number, '9')
    }
    await user.fill(number, '0')
    await user.fill(capacity, '-1')
    await add()
    await waitFor(() => expect(textBelow(number)).toBe(minimumMessage('en', 'number')))
    expect([textBelow(capacity), document.activeElement]).toEqual([minimumMessage('en', 'capacity'), number])
    expect(screen.queryByText(fillIn)).toBeNull()
    expect(fakeApi.callsOf(createTable)).toEqual([])
  })

  it('shows at its field that a number is in use', async () => {
    const { user, t, number, add } = await openTables('en')
    await user.fill(number, '3')
    fakeApi.refuses(createTable, 409, { code: 'table_number_taken', message: 'Numărul 3 există' })
    await add()
    await waitFor(() => expect(textBelow(number)).toBe('Numărul 3 există'))
    expect([document.activeElement, (number as HTMLInputElement).value]).toEqual([number, '3'])
    expect(screen.getByText(t('tables.createFailed'))).toBeDefined()
  })

  it('sends only changed fields of a table, and shows at its field that the new number is in use', async () => {
    const { user, t, choose } = await openTables('en')
    await choose(1, t('tables.edit', { number: 1 }))
    const form = await dialog(t('tables.editTitle', { number: 1 }))
    const [number, capacity] = [form.getByLabelText(t('tables.number')), form.getByLabelText(t('tables.capacity'))]
    const save = () => user.click(form.getByRole('button', { name: t('common.save') }))
    await user.fill(capacity, '')
    await save()
    expect(await form.findByText(t('tables.fillIn'))).toBeDefined()
    await user.fill(capacity, '4')
    await user.fill(number, '3')
    fakeApi.refuses(changeTable, 409, { code: 'table_number_taken', message: 'Numărul 3 există' })
    await save()
    await waitFor(() => expect(textBelow(number)).toBe('Numărul 3 există'))
    await user.fill(number, '30')
    fakeApi.answers(changeTable, { ...ONE, number: 30 })
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(changeTable)).toEqual([{ number: 3 }, { number: 30 }])
    expect(screen.getByText(t('tables.saved', { number: 30 }))).toBeDefined()
  })

  it.each([true, undefined])(
    'says whether guests can reserve it, while reservations are on (reserved: %s)',
    async (on) => {
      const reservations = on && { ...DEFAULT_RESERVATIONS, on }
      const { user, t, choose } = await openTables('en', { settings: { reservations } })
      await choose(1, t('tables.edit', { number: 1 }))
      const form = await dialog(t('tables.editTitle', { number: 1 }))
      const toggle = form.queryByRole('switch', { name: t('tables.reservable') })
      if (!on) return expect(toggle).toBeNull()
      expect(toggle?.getAttribute('aria-checked')).toBe('true')
      await user.click(toggle as HTMLElement)
      fakeApi.answers(changeTable, { ...ONE, reservable: false })
      await user.click(form.getByRole('button', { name: t('common.save') }))
      await waitFor(() => expect(bodiesOf(changeTable)).toEqual([{ reservable: false }]))
    },
  )
})

/** The contract's messages for numbers below 1, as specified. */
function minimumMessage(language: Language, field: 'number' | 'capacity'): string {
  const en = { number: 'Table number must be at least 1', capacity: 'Capacity must be at least 1' }
  const ro = { number: 'Numărul mesei trebuie să fie cel puțin 1', capacity: 'Capacitatea trebuie să fie cel puțin 1' }
  return { en, ro }[language][field]
}
