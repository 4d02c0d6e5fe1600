import { afterEach, expect, it, vi } from 'vitest'
import { LANGUAGE_OFFERS } from '#shared/i18n/offers.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { i18n } from '../../ui/index.ts'
import { LanguageOffer } from './menu-notices.tsx'

const load = vi.hoisted(() => ({ chooseLanguage: vi.fn() }))
vi.mock('../../lib/words/load-words.ts', async (original) => ({
  ...(await original<object>()),
  chooseLanguage: load.chooseLanguage,
}))

const { dataset } = document.documentElement

afterEach(() => {
  delete dataset.offers
})

it.each([
  ['ro-RO', 'en', 'ro'],
  ['en-US', 'ro', 'en'],
] as const)(
  'a phone in %s is offered its language on a page in %s, until the page speaks it',
  async (phone, page, offered) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(phone)
    dataset.offers = ''
    const { user } = render(<LanguageOffer />, { language: page })
    const { title, accept } = LANGUAGE_OFFERS[offered]
    expect(screen.getByText(title).lang).toBe(offered)
    expect(localStorage.getItem('masa.language-offered')).toContain('yes')
    await user.click(screen.getByRole('button', { name: accept }))
    expect(load.chooseLanguage).toHaveBeenLastCalledWith(offered)
    expect(dataset.offers).toBe('')
    act(() => i18n.changeLanguage(offered))
    expect(screen.queryByText(title)).toBeNull()
    expect(dataset.offers).toBeUndefined()
  },
)
