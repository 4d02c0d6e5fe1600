import { QueryClientProvider } from '@tanstack/react-query'
import { getConfig, render as renderBase, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Fragment, type ReactNode } from 'react'
import { getHours, type Hours } from '#shared/contracts/hours.ts'
import { getSettings, type Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { queryClient } from '../lib/api/query.ts'
import { SettingsProvider, usePlace } from '../lib/settings/settings.ts'
import { QuestionHost } from '../ui/overlays/question-host.tsx'
import Toaster from '../ui/toast/toaster.tsx'
import { i18n } from '../ui/translation.ts'
import { fakeApi } from './fake-api.ts'
import { ALWAYS_OPEN, SETTINGS } from './samples.ts'

export { act, screen, waitFor, within } from '@testing-library/react'
export { fakeApi, HEALTH } from './fake-api.ts'
export { SETTINGS } from './samples.ts'

// The real one, which React uses too, whatever a test puts in its place.
const { setImmediate: afterRendering } = globalThis as unknown as { setImmediate: (run: () => void) => void }

interface Options {
  language?: Language
  settings?: Partial<Settings>
  hours?: Hours
}

/** As staff's: made anew when the language, the currency or the time zone changes. */
const Page = ({ children }: { children: ReactNode }) => <Fragment key={usePlace()}>{children}</Fragment>

/**
 * Renders content with the app's providers and toasts, in a language. The fake server responds with `SETTINGS`, changed
 * by `settings`.
 * @returns `user` for interactions, `t` for that language, `rerender` to replace the content, and `unmount`
 */
export function render(content: ReactNode, { language = 'en', settings, hours = ALWAYS_OPEN }: Options = {}) {
  i18n.changeLanguage(language)
  fakeApi.answers(getSettings, { ...SETTINGS, ...settings })
  queryClient.setQueryData([getSettings.path], { ...SETTINGS, ...settings })
  fakeApi.answers(getHours, hours)
  queryClient.setQueryData([getHours.path], hours)
  const inPage = (children: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <SettingsProvider>
        <Page>{children}</Page>
        <Toaster />
        <QuestionHost />
      </SettingsProvider>
    </QueryClientProvider>
  )
  const base = renderBase(inPage(content))
  const events = userEvent.setup({ delay: null })
  return {
    user: {
      click: rendered(events.click),
      keyboard: rendered(events.keyboard),
      tab: rendered(events.tab),
      upload: rendered(events.upload),
      /** Replaces the text of a field at once. */
      fill: rendered(async (field: HTMLElement, text: string) => {
        await events.clear(field)
        if (text) await events.paste(text)
      }),
    },
    t: i18n.getFixedT(language),
    unmount: base.unmount,
    rerender: (next: ReactNode) => base.rerender(inPage(next)),
  }
}

/**
 * Makes an interaction wait for what it caused to be rendered: React renders the outcome of an asynchronous listener in
 * an immediate, which on a busy machine runs after the timer for which the testing library waits.
 */
function rendered<Args extends unknown[]>(interact: (...args: Args) => Promise<void>) {
  return (...args: Args): Promise<void> =>
    getConfig().asyncWrapper(async () => {
      await interact(...args)
      await new Promise<void>((resolve) => afterRendering(resolve))
    })
}

/** The text below a field: its error or its hint. */
export function textBelow(field: HTMLElement): string {
  const id = field.getAttribute('aria-describedby')
  return (id && document.getElementById(id)?.textContent) || ''
}

/** Queries within the open dialog; waits until it is open. */
export const dialog = async (name?: string | RegExp) => within(await screen.findByRole('dialog', name ? { name } : {}))
