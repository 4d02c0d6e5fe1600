import { expect, it } from 'vitest'
import { render, SETTINGS, screen } from '../../testing/render.tsx'
import { MessageLinks, messageText } from './message.tsx'
import { tonight } from './reservations.fixture.tsx'

const settings = {
  ...SETTINGS,
  restaurantName: 'Hanul',
  restaurantPhone: '0219876543',
  publicAddress: 'https://hanul.ro',
}

it.each([
  [
    { language: 'en' },
    '/reserve/abc',
    'Hanul: a table is reserved for you on Friday 20 November 2026 at 19:30 (4 guests).\nhttps://hanul.ro/reserve/abc\n0219876543',
  ],
  [
    { language: 'ro', party: 1 },
    undefined,
    'Hanul: aveți o masă rezervată vineri, 20 noiembrie 2026, ora 19:30 (1 persoană).\n0219876543',
  ],
  [
    { language: 'en', status: 'asked' },
    undefined,
    'Hanul: about your reservation on Friday 20 November 2026 at 19:30 (4 guests), please call us.\n0219876543',
  ],
  [
    { language: 'en', problem: 'no_table' },
    undefined,
    'Hanul: about your reservation on Friday 20 November 2026 at 19:30 (4 guests), please call us.\n0219876543',
  ],
  [
    { language: 'en', status: 'cancelled' },
    undefined,
    'Hanul: your reservation on Friday 20 November 2026 at 19:30 (4 guests) is cancelled.\n0219876543',
  ],
] as const)('a message is in the guest’s language: %j', (fields, link, text) => {
  expect(messageText(tonight(fields), settings, link)).toBe(text)
})

it('a message opens in the phone’s SMS and in WhatsApp, and none without a number', () => {
  const { unmount } = render(<MessageLinks reservation={tonight()} link="/reserve/abc" />)
  const [sms = '', whatsapp = ''] = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(sms).toMatch(/^sms:\+40712345678\?&body=Masa/)
  expect(whatsapp).toMatch(/^https:\/\/wa\.me\/40712345678\?text=Masa/)
  for (const href of [sms, whatsapp]) expect(decodeURIComponent(href)).toContain('/reserve/abc')
  unmount()
  render(<MessageLinks reservation={tonight({ phoneNumber: '' })} />)
  expect(screen.queryByRole('link')).toBeNull()
})
