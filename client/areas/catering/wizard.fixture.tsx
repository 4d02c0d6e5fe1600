import { createEvent, type EventRequest } from '#shared/contracts/catering.ts'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Language } from '#shared/domain/language.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import EventsTab from './events-tab.tsx'

export const SOUP = sampleDish({ id: 1, name: 'Zesty soup', nameRo: 'Șorici', price: 2850 })
export const CAKE = sampleDish({ id: 2, name: 'Apple cake', nameRo: 'Tartă cu mere', price: 1999, isActive: false })
export const WINE = sampleDish({
  id: 3,
  name: 'Merlot',
  nameRo: 'Sarmale',
  price: 4500,
  soldOutUntil: '2026-11-22T02:00:00.000Z',
})
const MENU = [SOUP, CAKE, WINE]

/** The validation messages, as specified. */
export const MESSAGES = {
  en: {
    name: 'Name is required',
    email: 'Invalid email',
    phone: 'Phone is required',
    guests: 'Number of guests must be at least 1',
    quantity: 'Quantity must be at least 1',
    format: 'Phone number must be in format: 40XXXXXXXXX',
  },
  ro: {
    name: 'Numele este obligatoriu',
    email: 'Adresa de e-mail nu este validă',
    phone: 'Telefonul este obligatoriu',
    guests: 'Numărul de invitați trebuie să fie cel puțin 1',
    quantity: 'Cantitatea trebuie să fie cel puțin 1',
    format: 'Numărul de telefon trebuie să aibă formatul: 40XXXXXXXXX',
  },
}

/** Opens the tab with the first step of a proposal. @returns also the fields and actions of all steps */
export function openWizard(language: Language, declareMenu = () => fakeApi.answers(getMenu, MENU)) {
  history.replaceState(null, '', '/dashboard?tab=events')
  declareMenu()
  const view = render(<EventsTab />, { language })
  const { t, user } = view
  /** Leaves the tab and comes back, as a reload does. */
  const reopen = () => {
    view.rerender(null)
    view.rerender(<EventsTab />)
  }
  const field = {
    name: () => screen.getByRole('textbox', { name: t('customers.name') }),
    email: () => screen.getByRole('textbox', { name: t('customers.email') }),
    phone: () => screen.getByRole('textbox', { name: t('customers.phone') }),
    date: () => screen.getByLabelText<HTMLInputElement>(t('catering.eventDate')),
    guests: () => screen.getByRole('textbox', { name: t('catering.numberOfGuests') }),
    notes: () => screen.getByRole('textbox', { name: t('customers.notes') }),
    discount: () => screen.getByRole('textbox', { name: t('catering.discount') }),
    quantity: (dish: MenuItem) =>
      screen.getByRole('textbox', {
        name: t('catering.quantity', { name: language === 'ro' ? dish.nameRo : dish.name }),
      }),
  }
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const next = () => user.click(button(t('catering.toMenu')))
  const preview = () => user.click(button(t('catering.preview')))
  const generate = () => user.click(button(t('catering.generate')))
  const fillDetails = async () => {
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), '0712 345 678')
    await user.fill(field.date(), '2026-12-12')
    await user.fill(field.guests(), '40')
    await next()
    await screen.findByRole('list', { name: t('catering.dishes') })
  }
  const openPreview = async () => {
    await fillDetails()
    await user.fill(field.quantity(SOUP), '40')
    await user.fill(field.quantity(CAKE), '3')
    await user.fill(field.discount(), '12.5')
    await preview()
  }
  return { ...view, reopen, field, button, next, preview, generate, fillDetails, openPreview }
}

export const sentProposals = () => fakeApi.callsOf(createEvent).map(({ body }) => body as EventRequest)
export const sentKeys = () => fakeApi.callsOf(createEvent).map(({ headers }) => headers.get('idempotency-key'))
