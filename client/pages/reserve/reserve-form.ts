import type { getReservationTimes } from '#shared/contracts/reservations.ts'
import { callApi } from '../../lib/api/api.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { html, type Markup } from '../../ui/html.ts'
import { t } from '../../ui/translation.ts'
import { actionText, type Choice, type Place, telephoneView, timesView } from './views.ts'

/** How long a request waits for a response; the reservation may have been made even without one. */
export const TIMEOUT_MS = 15_000

export const elementById = (id: string) => document.getElementById(id)

/** Replaces an element's content; what has the focus in it keeps it, if it is there again. */
export function show(element: Element | null, { text }: Markup): void {
  const focused = element?.contains(document.activeElement) ? document.activeElement?.id : undefined
  if (element) element.innerHTML = text
  if (focused) elementById(focused)?.focus()
}

/** Tells screen readers. */
export function say(text: string): void {
  const said = elementById('said')
  if (said) said.textContent = text
}

export const timesOf = (party?: number, date?: string) =>
  callApi<typeof getReservationTimes>('GET /api/reservations/times', { query: { date, party }, timeout: TIMEOUT_MS })

const refusalText = (error: unknown): string =>
  (error instanceof RequestError && error.serverMessage) || t('reserve.noAnswer')

/** Says what went wrong: beside a field, or for all with the restaurant's telephone. */
export function showProblem(place: Place, problem: unknown, field?: string): void {
  const text = typeof problem === 'string' ? problem : refusalText(problem)
  const control = field === undefined ? null : elementById(field)
  const withCall = html`${text} ${(!control || field === 'party') && telephoneView(t('reserve.call'), place.settings)}`
  show(elementById(`${control?.id ?? 'problem'}-error`), withCall)
  control?.setAttribute('aria-invalid', 'true')
}

function clearProblem(id: string): void {
  elementById(id)?.removeAttribute('aria-invalid')
  elementById(`${id}-error`)?.replaceChildren()
}

/** Moves the focus to the first field with an error. */
function focusWrong(form: HTMLFormElement): void {
  const wrong = '[aria-invalid]:not(fieldset), fieldset[aria-invalid] input:not(:disabled)'
  form.querySelector<HTMLElement>(wrong)?.focus()
}

interface Following {
  place: () => Place
  choice: Choice
  /** Sends what the form has. Refused, it throws. */
  send: (form: HTMLFormElement) => Promise<void>
}

/** Makes a form of people, day and time work. @param isStale whether its times are for another choice */
export function followForm(form: HTMLFormElement, { place, choice, send }: Following, isStale = false): void {
  let lastAsked = 0
  let isSending = false

  async function loadTimes(): Promise<void> {
    const asked = ++lastAsked
    elementById('choice')?.setAttribute('aria-busy', 'true')
    try {
      const times = await timesOf(choice.party, choice.day)
      if (asked !== lastAsked) return
      choice.times = times
      // The time that a reservation has already is kept as it is.
      const isOffered = times.times.some(({ at, full }) => at === choice.at && !full) || choice.at === choice.own?.at
      if (!isOffered) choice.at = undefined
      show(elementById('choice'), timesView(place(), choice))
      show(elementById('send'), html`${actionText(choice)}`)
      say(t('reserve.free', { count: times.times.filter(({ full }) => !full).length }))
    } catch (error) {
      if (asked !== lastAsked) return
      const isParty = error instanceof RequestError && error.code === 'party_too_large'
      showProblem(place(), error, isParty ? 'party' : 'at')
    }
    elementById('choice')?.removeAttribute('aria-busy')
  }

  async function submit(): Promise<void> {
    if (isSending) return
    for (const id of ['party', 'at', 'name', 'phoneNumber', 'notes', 'problem']) clearProblem(id)
    // The server judges the rest; so much is said at once.
    if (!choice.at) showProblem(place(), t('reserve.chooseTime'), 'at')
    for (const { id, value } of form.querySelectorAll<HTMLInputElement>('input[required]'))
      if (value.trim().length < 2) showProblem(place(), t(id === 'name' ? 'nameRequired' : 'phoneRequired'), id)
    if (form.querySelector('[aria-invalid]')) return focusWrong(form)
    isSending = true
    elementById('send')?.setAttribute('aria-busy', 'true')
    try {
      await send(form)
    } catch (error) {
      await showRefusal(error)
    } finally {
      isSending = false
      elementById('send')?.removeAttribute('aria-busy')
    }
  }

  async function showRefusal(error: unknown): Promise<void> {
    const { code, body, issues } = error instanceof RequestError ? error : { code: '', body: {}, issues: [] }
    if (code === 'slot_gone' && choice.at) {
      choice.gone = { at: choice.at, nearest: body.nearest ?? [] }
      choice.at = undefined
      await loadTimes()
      return form.querySelector<HTMLElement>('#at input:not(:disabled)')?.focus()
    }
    if (issues.length === 0) showProblem(place(), error, code === 'party_too_large' ? 'party' : undefined)
    for (const { path, message } of issues) showProblem(place(), message, path)
    focusWrong(form)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.addEventListener('input', ({ target }) => clearProblem((target as HTMLInputElement).name))
  form.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (name === 'at') choice.at = value
    if (name !== 'party' && name !== 'day') return
    choice.gone = undefined
    if (name === 'party') choice.party = Number(value)
    else Object.assign(choice, { day: value, at: undefined })
    void loadTimes()
  })
  if (isStale) void loadTimes()
}
