// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { LANGUAGE_OFFERS } from '#shared/i18n/offers.ts'
import { useToasts } from '../../ui/toast/store.ts'
import { i18n } from '../../ui/translation.ts'
import { offerLanguage } from './menu-notices.tsx'

const load = vi.hoisted(() => ({ chooseLanguage: vi.fn() }))
vi.mock('../../lib/words/load-words.ts', async (original) => ({
  ...(await original<object>()),
  chooseLanguage: load.chooseLanguage,
}))

afterEach(() => {
  localStorage.clear()
  useToasts.setState([], true)
  i18n.changeLanguage('en')
})

/** The toasts after a page in one language was opened on a phone with another. */
function toastsOn(phone: string, page: 'en' | 'ro') {
  i18n.changeLanguage(page)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(phone)
  offerLanguage()
  return useToasts.getState()
}

it.each([
  ['ro-RO', 'en', 'ro'],
  ['en-US', 'ro', 'en'],
] as const)('a phone in %s is offered its language on a page in %s, once, in its language', (phone, page, offered) => {
  const [shown] = toastsOn(phone, page)
  expect(shown).toMatchObject({ title: LANGUAGE_OFFERS[offered].title, lang: offered })
  shown?.action?.onAct()
  expect(load.chooseLanguage).toHaveBeenLastCalledWith(offered)
  useToasts.setState([], true)
  expect(toastsOn(phone, page)).toEqual([])
})

it.each([
  ['ro', 'ro'],
  ['de-DE', 'ro'],
] as const)('a phone in %s is offered nothing on a page in %s', (phone, page) => {
  expect(toastsOn(phone, page)).toEqual([])
})
