import { QueryClientProvider } from '@tanstack/react-query'
import { render as draw, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18n, { type TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { getSettings, type Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import '../lib/words/dashboard-words.ts'
import '../lib/words/deferred-words.ts'
import { queryClient } from '../lib/api/query.ts'
import Toaster from '../ui/toast/toaster.tsx'
import { fakeApi } from './fake-api.ts'
import { SETTINGS } from './samples.ts'

export { act, screen, waitFor, within } from '@testing-library/react'
export { fakeApi } from './fake-api.ts'
export { SETTINGS } from './samples.ts'

interface Options {
  language?: Language
  settings?: Partial<Settings>
}

/** Draws a part of the pages as the app would, with toasts. @returns the hands of a person, and the words in the language */
export function render(part: ReactNode, { language = 'en', settings }: Options = {}) {
  void i18n.changeLanguage(language)
  fakeApi.answers(getSettings, { ...SETTINGS, ...settings })
  queryClient.setQueryData([getSettings.path], { ...SETTINGS, ...settings })
  const inPage = (content: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      {content}
      <Toaster />
    </QueryClientProvider>
  )
  const { rerender } = draw(inPage(part))
  const hands = userEvent.setup({ delay: null })
  return {
    user: {
      click: hands.click,
      keyboard: hands.keyboard,
      tab: hands.tab,
      upload: hands.upload,
      /** Puts a text into a field at once, in place of what is there. */
      async fill(field: HTMLElement, text: string) {
        await hands.clear(field)
        if (text) await hands.paste(text)
      },
    },
    t: i18n.getFixedT(language) as TFunction,
    again: (next: ReactNode) => rerender(inPage(next)),
  }
}

/** What stands under a field: its error or its hint. */
export function under(field: HTMLElement): string {
  const id = field.getAttribute('aria-describedby')
  return (id && document.getElementById(id)?.textContent) || ''
}

/** The dialog that is open, once it is. */
export const dialog = async (name?: string | RegExp) => within(await screen.findByRole('dialog', name ? { name } : {}))
