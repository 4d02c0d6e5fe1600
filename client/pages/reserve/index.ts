import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type { makeReservation, ReservationTimes } from '#shared/contracts/reservations.ts'
import type { getSettings, Settings } from '#shared/contracts/settings.ts'
import { isLanguage } from '#shared/domain/language.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { callApi } from '../../lib/api/api.ts'
import { addOnce, type KeyedInput } from '../../lib/changes/add-once.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { chooseLanguage, followDefaultLanguage } from '../../lib/words/load-words.ts'
import { html } from '../../ui/html.ts'
import { language } from '../../ui/translation.ts'
import { followMine } from './mine.ts'
import { elementById, followForm, say, show, TIMEOUT_MS, timesOf } from './reserve-form.ts'
import { type Choice, firstChoice, frameView, nothingView, reserveView } from './views.ts'

export { firstChoice, frameView, reserveView } from './views.ts'

/** What the server has rendered `/reserve` of. */
export interface ReserveData {
  settings: Settings
  times: ReservationTimes
}

/** Takes what was chosen before the script ran, or was brought back by the browser. @returns whether it was anything */
function takeChosen(choice: Choice): boolean {
  const form = elementById('form')
  if (!(form instanceof HTMLFormElement)) return false
  const { party, day, at } = Object.fromEntries(new FormData(form)) as Record<string, string | undefined>
  const chosen = { party: Number(party ?? choice.party), day: day ?? choice.day, at }
  const isOther = chosen.party !== choice.party || chosen.day !== choice.day || at !== undefined
  Object.assign(choice, chosen)
  return isOther
}

/** Starts the page of the address: `/reserve`, or that of a reservation. @param rendered if its content is there already */
export async function startReserve(root: HTMLElement, rendered?: ReserveData): Promise<void> {
  const timeout = TIMEOUT_MS
  const settings: Settings =
    rendered?.settings ??
    (await callApi<typeof getSettings>('GET /api/settings', { timeout }).catch(() => DEFAULT_SETTINGS))
  await followDefaultLanguage(settings.language)
  const place = () => ({ settings, now: serverDate() })
  let draw: () => void
  function drawAll(): void {
    // What is typed stays, with its caret.
    const typed = ['name', 'phoneNumber', 'notes'].map((id) => elementById(id))
    show(root, frameView(settings, html``))
    draw()
    for (const element of typed) if (element) elementById(element.id)?.replaceWith(element)
  }
  root.addEventListener('click', ({ target }) => {
    const { language = '', act } =
      (target as Element).closest<HTMLElement>('[data-language], [data-act]')?.dataset ?? {}
    if (isLanguage(language)) void chooseLanguage(language).then(drawAll)
    if (act === 'reload') location.reload()
  })

  const [, token] = /^\/reserve\/([^/]+)$/.exec(location.pathname) ?? []
  if (token) {
    draw = followMine({ root, place, token })
    return drawAll()
  }

  const times = rendered?.times ?? (await timesOf().catch(() => undefined))
  if (!times) {
    draw = () => show(elementById('content'), nothingView(place(), 'unanswered'))
    return drawAll()
  }
  const choice = firstChoice(times)
  let isStale = takeChosen(choice)
  const attempt: { current: KeyedInput<Sent<typeof makeReservation>['body']> | undefined } = { current: undefined }
  async function send(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form)
    const text = (name: string) => String(typed.get(name))
    const body = {
      ...{ at: choice.at ?? '', party: choice.party, language: language },
      ...{ name: text('name'), phoneNumber: text('phoneNumber'), notes: text('notes') },
    }
    const { reservation, link } = await addOnce(attempt, body, (body, key) =>
      callApi<typeof makeReservation>('POST /api/reservations 201', {
        ...{ body, headers: { 'Idempotency-Key': key }, timeout },
      }),
    )
    // The page of the link is shown at once: without a network now, the guest still has it.
    history.pushState(null, '', link)
    addEventListener('popstate', () => location.reload())
    draw = followMine({ root, place, token: link.replace('/reserve/', ''), made: reservation })
    drawAll()
    const heading = elementById('heading')
    heading?.focus()
    say(heading?.textContent ?? '')
  }
  function follow(): void {
    const form = elementById('form')
    if (form instanceof HTMLFormElement) followForm(form, { place, choice, send }, isStale)
    isStale = false
  }
  draw = () => {
    show(elementById('content'), reserveView(place(), choice))
    document.title = elementById('heading')?.textContent ?? ''
    follow()
  }
  if (rendered && language === settings.language) return follow()
  drawAll()
}
