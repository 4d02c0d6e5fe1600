import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { screen, textBelow, waitFor, within } from '../../../testing/render.tsx'
import EventsTab from '../events-tab.tsx'
import { MESSAGES, openWizard } from './wizard.fixture.tsx'

describe.each(LANGUAGES)('the draft of a proposal (%s)', (language) => {
  const messages = MESSAGES[language]

  it('requires all details, with a message for each', async () => {
    const { user, field, next, t } = openWizard(language)
    await next()
    await waitFor(() => expect(textBelow(field.name())).toBe(messages.name))
    await waitFor(() => expect(textBelow(field.email())).toBe(messages.email))
    await waitFor(() => expect(textBelow(field.phone())).toBe(messages.phone))
    await waitFor(() => expect(textBelow(field.date())).toBe(t('validation.date')))
    await waitFor(() => expect(textBelow(field.guests())).toBe(messages.guests))
    expect(document.activeElement).toBe(field.name())
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@')
    await next()
    await waitFor(() => expect(textBelow(field.email())).toBe(messages.email))
    expect(document.activeElement).toBe(field.email())
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), '1')
    // The year is incomplete.
    await user.fill(field.date(), '0026-12-12')
    await next()
    await waitFor(() => expect(textBelow(field.date())).toBe(t('validation.date')))
    await user.fill(field.date(), '2026-12-12')
    for (const [input, message] of [
      ['0', messages.guests],
      ['-4', messages.guests],
      ['2.5', t('validation.wholeNumber')],
      ['1.000', t('validation.wholeNumber')],
      ['1,000', t('validation.wholeNumber')],
      ['many', t('validation.number')],
      ['100001', t('validation.atMost', { value: 100_000 })],
    ] as const) {
      await user.fill(field.guests(), input)
      await next()
      await waitFor(() => expect(textBelow(field.guests()), input).toBe(message))
    }
    await user.fill(field.guests(), '1')
    await next()
    const heading = await screen.findByRole('heading', { name: new RegExp(t('catering.stepTitles.menu')) })
    expect(document.activeElement).toBe(heading)
  })

  it('is called a kept one when the wizard opens with it, and can be dropped at once', async () => {
    const { user, field, rerender, button, t } = openWizard(language)
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    await user.fill(field.name(), 'Ana Pop')
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    rerender(null)
    rerender(<EventsTab userId={1} />)
    expect(screen.getByText(t('drafts.restored'))).toBeDefined()
    await user.click(button(t('drafts.beginAnew')))
    expect((field.name() as HTMLInputElement).value).toBe('')
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    expect(JSON.stringify(localStorage)).not.toContain('Ana Pop')
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: new RegExp(t('catering.stepTitles.details')) }),
    )
  })

  it('is stored only for the user who enters it, until that user starts anew', async () => {
    const { user, field, rerender, button, t } = openWizard(language)
    await user.fill(field.name(), 'Ana Pop')
    rerender(null)
    rerender(<EventsTab userId={1} />)
    expect((field.name() as HTMLInputElement).value).toBe('Ana Pop')
    await user.click(button(t('catering.startAnew')))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('catering.startAnewDescription', { name: 'Ana Pop' }))
    await user.click(question.getByRole('button', { name: t('catering.startAnew') }))
    await waitFor(() => expect((field.name() as HTMLInputElement).value).toBe(''))
    await user.fill(field.name(), 'Dan Pop')
    rerender(null)
    rerender(<EventsTab userId={2} />)
    expect((field.name() as HTMLInputElement).value).toBe('')
    expect(JSON.stringify(sessionStorage)).not.toContain('Dan Pop')
  })
})
