import type { GuestReservation, ReservationTimes } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { COMING_STATUSES } from '#shared/domain/reservations/reservations.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { shortDate, weekdayName } from '#shared/i18n/format.ts'
import { LANGUAGE_NAMES } from '../../lib/browser/preferences.tsx'
import { dayWords } from '../../lib/settings/pickup-time.tsx'
import { html, type Markup } from '../../ui/html.ts'
import { buttonClass } from '../../ui/parts/button.tsx'
import { language, t } from '../../ui/translation.ts'

/*
 * The pages of reservations as markup, which the server writes too (docs/decisions/030-little-script.md). They have no
 * React: it alone is as large as all that these pages may load.
 */

/** What is chosen of people, day and time, and what is offered for it. */
export interface Choice {
  times: ReservationTimes
  party: number
  day: string | undefined
  at: string | undefined
  /** The time that was gone, and free ones near it. */
  gone?: { at: string; nearest: readonly string[] } | undefined
  /** The reservation that is changed: its time is free for itself. */
  own?: GuestReservation
}

export const firstChoice = (times: ReservationTimes): Choice => ({
  ...{ times, party: Math.min(2, times.maxParty), day: times.days[0], at: undefined },
})

/** What the pages show of the restaurant, and when. */
export interface Place {
  settings: Settings
  now: Date
}

const FIELD = 'control min-h-[46px] px-3.5 text-base'

/** What both pages have around their content. Announcements are made beside it, as it is replaced. */
export function frameView({ restaurantName }: Settings, content: Markup): Markup {
  const languages = LANGUAGES.map((offered) => {
    const look = offered === language ? 'bg-ink text-paper' : 'text-muted hover:text-ink'
    return html`<button type="button" id="speak-${offered}" lang="${offered}" data-language="${offered}"
      aria-label="${LANGUAGE_NAMES[offered]}" aria-pressed="${String(offered === language)}"
      class="touch relative h-8 min-w-10 rounded-full px-1 text-small font-bold uppercase ${look}">${offered}</button>`
  })
  return html`<header class="mx-auto flex max-w-lg items-center justify-between gap-3 px-5 py-4">
      <a href="/" class="display touch min-w-0 truncate text-xl">${restaurantName ?? 'Masa'}</a>
      <div role="group" aria-label="${t('reserve.language')}"
        class="inline-flex shrink-0 rounded-full border border-edge bg-card p-[3px]">${languages}</div>
    </header>
    <main id="content" class="mx-auto max-w-lg px-5 pb-16">${content}</main>
    <p id="said" role="status" class="sr-only"></p>`
}

const heading = (text: string) =>
  html`<h1 id="heading" tabindex="-1" class="display text-head leading-tight text-balance wrap-anywhere">${text}</h1>`

/** The restaurant's telephone, after what asks to call it; nothing without one. */
export const telephoneView = (words: string, { restaurantPhone: phone }: Settings): Markup | false =>
  Boolean(phone) &&
  html`<span>${words} <a href="tel:${phone?.replace(/[^\d+]/g, '')}"
    class="touch relative text-link whitespace-nowrap">${phone}</a></span>`

/** The form of `/reserve`. */
export function reserveView(place: Place, choice: Choice): Markup {
  const { settings } = place
  const offered = choice.times.maxParty > 0 && choice.times.days.length > 0
  if (!offered)
    return html`${heading(t('reserve.title'))}<p class="mt-4 text-body">
      ${t(choice.times.maxParty > 0 ? 'reserve.noTimes' : 'reserve.off')} ${telephoneView(t('reserve.call'), settings)}</p>`
  const { restaurantName, legalName, restaurantAddress, restaurantPhone, taxNumber } = settings
  const contact = [restaurantAddress, restaurantPhone, taxNumber].filter(Boolean).join(' · ')
  const controller = legalName || restaurantName || t('reserve.controller')
  const input = (id: string, attributes: Markup) =>
    html`<input id="${id}" name="${id}" ${attributes} required aria-describedby="${id}-error" class="${FIELD}">`
  return html`${heading(t('reserve.title'))}<form id="form" novalidate class="mt-4 space-y-4">
    ${pickersView(place, choice)}
    ${field('name', t('reserve.name'), input('name', html`autocomplete="name" maxlength="100"`))}
    ${field(
      'phoneNumber',
      t('reserve.phone'),
      input('phoneNumber', html`type="tel" autocomplete="tel" maxlength="32" placeholder="0712 345 678"`),
    )}
    ${noteView('')}
    <div class="space-y-0.5 text-small leading-snug text-muted">
      <p>${t('reserve.privacy')}</p>
      <details><summary class="touch relative w-fit no-marker text-link">${t('reserve.privacyMore')}</summary>
        <p class="mt-1">${t('reserve.privacyText', { controller })}
          ${contact && t('reserve.privacyContact', { contact })}</p></details>
    </div>
    ${endView(choice)}
  </form>`
}

/** People, day and time. */
function pickersView(place: Place, choice: Choice): Markup {
  const { times, party, day } = choice
  const today = localTime(place.now, place.settings.timeZone).day
  const dayText = (value: string) =>
    capital([...new Set([dayWords(value, today, language, 'short'), shortDate(value, language)])].join(', '), language)
  const parties = Array.from({ length: Math.max(times.maxParty, party) }, (_, i) => i + 1)
  // A reservation that is changed may be of a day on which there are no other times.
  const days = day && !times.days.includes(day) ? [day, ...times.days] : times.days
  return html`<div class="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-3">
      ${select('party', t('reserve.party'), parties, party, (count) => t('reserve.people', { count }))}
      ${select('day', t('reserve.day'), days, day, dayText)}
    </div>
    <p class="text-small text-muted empty:hidden">${telephoneView(t('reserve.largerParty'), place.settings)}</p>
    <div id="choice" class="space-y-4">${timesView(place, choice)}</div>`
}

function select<Value extends string | number>(
  id: 'party' | 'day',
  label: string,
  values: readonly Value[],
  chosen: Value | undefined,
  textOf: (value: Value) => string,
): Markup {
  const options = values.map(
    (value) => html`<option value="${value}" ${value === chosen && 'selected'}>${textOf(value)}</option>`,
  )
  return field(
    id,
    label,
    html`<select id="${id}" name="${id}" aria-describedby="${id}-error" class="control min-h-[46px] px-2 text-base">${options}</select>`,
  )
}

/** The times of a day for so many people, and what the house decides about these. */
export function timesView({ settings }: Place, choice: Choice): Markup {
  const { times, at, gone, own } = choice
  const chips = (texts: readonly { value: string; label: string; isFull?: boolean }[], group: string) =>
    texts.map(({ value, label, isFull = false }) => {
      const note = `${whichRun(value, settings.timeZone, language)} ${isFull ? t('reserve.full') : ''}`.trim()
      return html`<label class="choosable min-h-12 py-1">
        <input type="radio" class="sr-only" id="${group}-${value}" name="at" value="${value}"
          ${value === at && 'checked'} ${isFull && 'disabled'}>
        <span class="figures text-body font-semibold first-letter:uppercase ${isFull && 'line-through'}">${label}</span>
        ${note && html`<span class="text-small">${note}</span>`}</label>`
    })
  const all = times.times.map(({ at, full }) => ({
    ...{ value: at, label: localTime(new Date(at), settings.timeZone).time, isFull: full && at !== own?.at },
  }))
  const nearest = gone?.nearest.map((value) => ({ value, label: whenText(value, settings) })) ?? []
  return html`<fieldset id="at" role="radiogroup" aria-describedby="at-error"><legend class="mb-1 text-sm font-semibold">${t('reserve.time')}</legend>
      ${
        gone &&
        html`<div role="alert" class="callout mb-2 block"><p class="first-letter:uppercase">${t('reserve.gone', { time: whenText(gone.at, settings) })}</p>
        ${nearest.length > 0 && html`<p class="mb-2">${t('reserve.nearest')}</p><div class="grid gap-2">${chips(nearest, 'near')}</div>`}</div>`
      }
      ${all.length === 0 && html`<p class="text-body">${t('reserve.noTimes')}</p>`}
      <div class="grid grid-cols-4 gap-2">${chips(all, 'at')}</div>
      ${errorPlace('at')}</fieldset>
    ${asksHouse(choice) && html`<p class="callout">${t('reserve.asks')}</p>`}`
}

const field = (id: string, label: string | Markup, control: Markup) =>
  html`<div><label for="${id}" class="mb-1 block text-sm font-semibold">${label}</label>${control}${errorPlace(id)}</div>`

/** Where the error of a field, or of all (`problem`), is written. */
const errorPlace = (id: string) =>
  html`<p id="${id}-error" ${id === 'problem' && html`role="alert"`} class="mt-1 text-sm font-medium text-cancelled empty:hidden"></p>`

const noteView = (note: string) =>
  field(
    'notes',
    html`${t('reserve.note')} <span class="font-normal text-muted">${t('reserve.optional')}</span>`,
    html`<textarea id="notes" name="notes" rows="1" maxlength="500" aria-describedby="notes-error"
      class="${FIELD} py-2.5 leading-snug">${note}</textarea>`,
  )

const asksHouse = ({ times, party, own }: Choice) =>
  times.asks !== null && party >= times.asks && own?.status !== 'confirmed'

/** What the button of a form does. */
export const actionText = (choice: Choice): string =>
  choice.own ? t('reserve.save') : t(asksHouse(choice) ? 'reserve.ask' : 'reserve.send')

const endView = (choice: Choice) =>
  html`${errorPlace('problem')}<button type="submit" id="send" class="${buttonClass({ size: 'large' })} w-full">${actionText(choice)}</button>`

const capital = (text: string, language: Language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** A time as guests read it, by the restaurant's clock. */
function whenText(at: string, { timeZone }: Settings): string {
  const { day, time } = localTime(new Date(at), timeZone)
  const date = `${weekdayName(weekdayOf(day), 'long', language)}, ${shortDate(day, language)}`
  return t('reserve.when', { day: date, time: time + whichRun(at, timeZone, language) })
}

/** Whether its guest can still change it. */
export const isToCome = ({ status, at }: GuestReservation, now: Date): boolean =>
  (COMING_STATUSES as readonly string[]).includes(status) && Date.parse(at) > now.getTime()

/**
 * The page of a reservation (docs/product/reservations.md#reservations-mine).
 * @param change what is chosen in the form of a change, while that is open
 */
export function mineView(place: Place, reservation: GuestReservation, token: string, change?: Choice): Markup {
  const { settings, now } = place
  const { restaurantName, restaurantAddress } = settings
  const { at, party, name, notes } = reservation
  const comes = isToCome(reservation, now)
  const isOver = !comes && ['asked', 'confirmed', 'no_show'].includes(reservation.status)
  const button = (act: string, words: string, variant: 'outline' | 'danger' = 'outline') =>
    html`<button type="button" id="${act}" data-act="${act}" class="${buttonClass({ variant })}">${words}</button>`
  const form = (choice: Choice) => html`<form id="form" novalidate class="mt-6 space-y-4">
      ${choice.times.days.length > 0 && pickersView(place, choice)}
      ${noteView(notes ?? '')}${endView(choice)}${button('back', t('reserve.back'))}</form>`
  const actions = html`<p class="mt-6 text-small text-muted">${t('reserve.keepLink')}</p>
    <nav class="mt-2 flex flex-wrap items-start gap-3">
      <a href="/api/reservations/mine/${token}/calendar" download class="${buttonClass({ variant: 'outline' })}">
        ${t('reserve.calendar')}</a>${button('copy', t('reserve.copy'))}${button('change', t('reserve.change'))}
      <details><summary class="no-marker ${buttonClass({ variant: 'outline' })}">${t('reserve.cancel')}</summary>
        <div class="mt-3">${button('cancel', t('reserve.cancelYes'), 'danger')}</div></details></nav>
    ${errorPlace('problem')}`
  return html`${heading(t(`reserve.status.${isOver ? 'done' : (reservation.status as 'done')}`))}
    <div class="mt-4 space-y-1 text-name">
      <p class="font-semibold first-letter:uppercase">${whenText(at, settings)}</p>
      <p class="wrap-anywhere">${t('reserve.people', { count: party })} · ${name}</p>
      ${notes && html`<p class="whitespace-pre-line text-muted wrap-anywhere">${notes}</p>`}
    </div>
    <address class="mt-4 text-body text-muted not-italic"><p class="font-semibold text-ink">${restaurantName}</p>
      ${restaurantAddress && html`<p>${restaurantAddress}</p>`}<p>${telephoneView('', settings)}</p></address>
    ${comes && (change ? form(change) : actions)}`
}

/** A page that has nothing to show: nobody answers, or its link is unknown. */
export const nothingView = ({ settings }: Place, why: 'unanswered' | 'unknown'): Markup =>
  why === 'unanswered'
    ? html`${heading(t('reserve.title'))}<p role="alert" class="mt-4 text-body">${t('reserve.noAnswer')}</p>
        <button type="button" data-act="reload" class="${buttonClass()} mt-4">${t('reserve.again')}</button>`
    : html`${heading(t('reserve.unknown'))}<p class="mt-4 text-body">${t('reserve.unknownDescription')}
        ${telephoneView(t('reserve.call'), settings)}</p>`
