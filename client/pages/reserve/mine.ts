import type {
  cancelMyReservation,
  changeMyReservation,
  GuestReservation,
  getMyReservation,
} from '#shared/contracts/reservations.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { callApi } from '../../lib/api/api.ts'
import { copyText } from '../../lib/api/files.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { html } from '../../ui/html.ts'
import { t } from '../../ui/translation.ts'
import { elementById, followForm, say, show, showProblem, TIMEOUT_MS, timesOf } from './reserve-form.ts'
import { type Choice, isToCome, mineView, nothingView, type Place } from './views.ts'

const ASKS_AGAIN_MS = 60_000

interface Mine {
  root: HTMLElement
  place: () => Place
  /** The token of the link. */
  token: string
  /** As it was just made; else it is asked for. */
  made?: GuestReservation | undefined
}

/** Makes the page of a reservation. @returns draws it, in the language of the page */
export function followMine({ root, place, token, made }: Mine): () => void {
  let reservation = made
  /** Why there is none to show; nothing is said before it was asked for. */
  let missing: Parameters<typeof nothingView>[1] | undefined
  /** What is chosen in the form of a change, while that is open. */
  let choice: Choice | undefined
  const sent = { params: { token }, timeout: TIMEOUT_MS }

  function draw(): void {
    const content = elementById('content')
    const nothing = missing ? nothingView(place(), missing) : html``
    show(content, reservation ? mineView(place(), reservation, token, choice) : nothing)
    document.title = content?.querySelector('h1')?.textContent ?? place().settings.restaurantName ?? 'Masa'
    const form = content?.querySelector('form')
    if (form && choice) followForm(form, { place, choice, send: change })
  }

  /** Shows what has changed, and opens or closes the form of a change. */
  function enter(next?: Choice): void {
    choice = next
    draw()
    elementById(next ? 'party' : 'heading')?.focus()
  }

  async function ask(): Promise<void> {
    const before = reservation && statusOf(reservation)
    try {
      reservation = await callApi<typeof getMyReservation>('GET /api/reservations/mine/:token', sent)
    } catch (error) {
      // Later, what is shown stays while the restaurant cannot be reached.
      missing = error instanceof RequestError && error.status === 404 ? 'unknown' : 'unanswered'
      if (missing === 'unknown') reservation = undefined
    }
    if (reservation && statusOf(reservation) === before) return
    // What is being typed stays, unless it cannot be sent any more.
    if (!reservation || !isToCome(reservation, place().now)) choice = undefined
    if (!choice) draw()
    say(elementById('heading')?.textContent ?? '')
  }

  const statusOf = (one: GuestReservation) => `${one.version} ${isToCome(one, place().now)}`

  async function openChange({ at, party }: GuestReservation): Promise<void> {
    const { day } = localTime(new Date(at), place().settings.timeZone)
    enter({ times: await timesOf(party, day), party, day, at, own: reservation })
  }

  async function change(form: HTMLFormElement): Promise<void> {
    if (!choice) return
    const { at, party } = choice
    const body = { at, party, notes: String(new FormData(form).get('notes')) }
    reservation = await callApi<typeof changeMyReservation>('PATCH /api/reservations/mine/:token', { ...sent, body })
    enter()
    say(t('reserve.saved'))
  }

  async function cancel(one: GuestReservation): Promise<void> {
    await callApi<typeof cancelMyReservation>('DELETE /api/reservations/mine/:token 204', sent)
    reservation = { ...one, status: 'cancelled' }
    enter()
  }

  const copy = () =>
    copyText(location.href)
      .then(() => t('reserve.copied'))
      .catch(() => t('reserve.notCopied'))
      .then((text) => {
        show(elementById('copy'), html`${text}`)
        say(text)
      })

  const ACTS: Record<string, (one: GuestReservation) => Promise<void>> = { cancel, change: openChange, copy }
  root.addEventListener('click', ({ target }) => {
    const { act = '' } = (target as Element).closest<HTMLElement>('[data-act]')?.dataset ?? {}
    if (act === 'back') enter()
    if (reservation) ACTS[act]?.(reservation).catch((error: unknown) => showProblem(place(), error))
  })
  const askInView = () => {
    if (root.isConnected && document.visibilityState === 'visible') void ask()
  }
  setInterval(askInView, ASKS_AGAIN_MS)
  document.addEventListener('visibilitychange', askInView)
  if (!made) void ask()
  return draw
}
