import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { DateInput, MonthGrid, parseDay } from './date-input.tsx'
import { Field } from './field.tsx'

describe('a typed day', () => {
  it.each([
    ['28.11.2026', '2026-11-28'],
    ['1/2/26', '2026-02-01'],
    ['2026-11-28', '2026-11-28'],
    ['31.04.2026', undefined],
    ['29.2.2027', undefined],
    ['28.11', undefined],
    ['1.2.2026.5', undefined],
    ['28 xyz 2026', undefined],
    ['', undefined],
  ])('"%s" is %s', (text, day) => {
    expect(parseDay(text)).toBe(day)
  })
})

function Dated({ start = '2026-11-28' }: { start?: string }) {
  const [day, setDay] = useState(start)
  return (
    <>
      <Field label="Day">{(control) => <DateInput {...control} value={day} onChange={setDay} />}</Field>
      <output>{day}</output>
    </>
  )
}

describe.each(LANGUAGES)('a date field (%s)', (language) => {
  it('shows the day, keeps what is no day to be corrected, and takes a day of the calendar', async () => {
    const { t, user } = render(<Dated />, { language })
    const field = () => screen.getByLabelText<HTMLInputElement>('Day')
    const day = () => screen.getByRole('status').textContent
    expect(field().value).toBe('28.11.2026')
    expect(screen.getByText(language === 'ro' ? 'sâm' : 'Sat')).toBeDefined()
    fireEvent.change(field(), { target: { value: '31.11.2026' } })
    fireEvent.blur(field())
    expect([field().value, day()]).toEqual(['31.11.2026', ''])
    fireEvent.change(field(), { target: { value: '30.11.2026' } })
    fireEvent.blur(field())
    expect([field().value, day()]).toEqual(['30.11.2026', '2026-11-30'])
    await user.click(screen.getByRole('button', { name: t('calendar.open') }))
    await user.click(await screen.findByRole('button', { name: t('calendar.next') }))
    await user.click(
      screen.getByRole('button', { name: language === 'ro' ? 'marți, 1 decembrie 2026' : 'Tuesday 1 December 2026' }),
    )
    await waitFor(() => expect(day()).toBe('2026-12-01'))
    expect(field().value).toBe('01.12.2026')
  })
})

describe('a month', () => {
  it('is within the dates that may be entered', () => {
    render(<MonthGrid value="2099-12-30" today="2026-11-25" autoFocus onChoose={() => {}} />, { language: 'en' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true)
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday 31 December 2099')
  })

  it('begins below its weekday, names marked days, and moves by keys', () => {
    const markOf = (day: string) => (day === '2026-12-01' ? { label: 'closed', className: '' } : undefined)
    render(<MonthGrid value="2026-11-30" today="2026-11-25" markOf={markOf} autoFocus onChoose={() => {}} />, {
      language: 'en',
    })
    const focused = () => document.activeElement?.getAttribute('aria-label')
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
    expect(screen.getByRole('button', { name: 'Sunday 1 November 2026' }).style.gridColumnStart).toBe('7')
    expect(focused()).toBe('Monday 30 November 2026')
    press('ArrowRight')
    expect(focused()).toBe('Tuesday 1 December 2026, closed')
    press('PageUp')
    expect(focused()).toBe('Sunday 1 November 2026')
    press('ArrowUp')
    expect(focused()).toBe('Sunday 25 October 2026')
  })
})
