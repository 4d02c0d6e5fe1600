import { expect, it, vi } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { i18n } from '../../ui/translation.ts'
import * as words from '../words/load-words.ts'
import { LanguageChoice } from './preferences.tsx'

it('the button that chooses the language keeps the focus, also where the page is made anew', async () => {
  vi.spyOn(words, 'chooseLanguage').mockImplementation(async (language) => i18n.changeLanguage(language))
  const { user } = render(<LanguageChoice />, { language: 'en' })
  const before = screen.getByRole('button', { name: 'Română' })
  await user.click(before)
  const chosen = screen.getByRole('button', { name: 'Română', pressed: true })
  expect([before.isConnected, document.activeElement === chosen]).toEqual([false, true])
})
