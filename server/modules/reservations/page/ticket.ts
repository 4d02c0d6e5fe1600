import type { GuestReservation } from '#shared/contracts/reservations.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { html, type Markup } from '#shared/domain/html.ts'
import { COMING_STATUSES } from '#shared/domain/reservations/reservations.ts'
import type { ReservationRow } from '../repo.ts'
import type { Typed } from './form.ts'
import {
  contactView,
  headingView,
  hiddenViews,
  menuView,
  type Place,
  phoneView,
  TICK,
  whenOf,
  wishText,
} from './frame.ts'

/* The page of a link: a ticket, and what stands in its place. */

/** A reservation as its guest reads it now, with its history. */
export type Mine = GuestReservation & Pick<ReservationRow, 'history'>

/** Whether its guest can still change it. */
export const isToCome = ({ status, at }: Pick<GuestReservation, 'status' | 'at'>, now: Date): boolean =>
  (COMING_STATUSES as readonly string[]).includes(status) && Date.parse(at) > now.getTime()

const againView = ({ t }: Place) =>
  html`<a href="/reserve" rel="noreferrer" class="button solid">${t('reserve.reserveAgain')}</a>`

/** The day stays with its month where a large date takes two lines. */
const large = (date: string) => date.replace(/ (?=\D+$)/, '\u00a0')

/** What is named where it is changed, but not shown. */
const TEXTS = ['name', 'phoneNumber', 'notes'] as const
/** How long a change is said. */
const CHANGED_MS = 24 * 60 * 60_000

/** What the newest step has changed: `Changed: 5 people instead of 4`. */
function changedView(place: Place, { history, at, party }: Mine): Markup | false {
  const { t, now } = place
  const step = history.at(-1)
  if (!step || step.status || now.getTime() - Date.parse(step.at) > CHANGED_MS) return false
  const instead = (is: string, before: string) => t('reserve.instead', { is, before })
  const moment = (value: string) => {
    const { date, time } = whenOf(value, place)
    return `${date} ${time}`
  }
  const { was = {} } = step
  const parts = [
    was.party !== undefined && instead(t('reserve.people', { count: party }), String(was.party)),
    was.at !== undefined && instead(moment(at), moment(was.at)),
    ...TEXTS.map((field) => step.fields.includes(field) && t(`reserve.fields.${field}`)),
  ].filter((part) => part !== false)
  return parts.length > 0 && html`<p class="note" id="changed">${t('reserve.changed', { what: parts.join(', ') })}</p>`
}

interface Links {
  /** The path of the page. */
  link: string
  /** The same with the address by which it was asked for. */
  url: string
}

export function ticketView(place: Place, mine: Mine, { link, url }: Links): Markup {
  const { t, now, settings } = place
  const { status, party, name, notes, phoneNumber } = mine
  const { date, time } = whenOf(mine.at, place)
  const comes = isToCome(mine, now)
  if (!comes && status !== 'confirmed' && status !== 'seated') return endedView(place, mine)
  const state = comes ? (status as 'asked' | 'confirmed') : status === 'seated' ? 'seated' : 'expected'
  const [street = '', ...town] = settings.restaurantAddress?.split(/,\s*/) ?? []
  const phone = settings.restaurantPhone
  const text = [settings.restaurantName, `${date} ${time}`, t('reserve.people', { count: party })]
    .filter(Boolean)
    .join(' · ')
  const actions = html`${status === 'asked' && html`<p class="muted">${t('reserve.asked')}</p>`}${changedView(place, mine)}
    <a id="share" class="button solid" href="sms:?&body=${encodeURIComponent(`${text}\n${url}`)}" data-text="${text}">${t('reserve.share')}</a>
    <p id="copied" role="status" class="muted" hidden>${t('reserve.copied')}</p>
    <div class="two">${status === 'confirmed' && html`<a class="button" href="/api/reservations/mine/${link.slice('/reserve/'.length)}/calendar" download>${t('reserve.calendar')}</a>`}
      <a class="button" href="${link}?change">${t('reserve.change')}</a></div>
    <details><summary class="danger">${t('reserve.cancel')}</summary><form method="post" action="${link}">
      <button name="do" value="cancel" class="button danger">${t('reserve.cancelYes')}</button></form></details>
    <p id="kept" class="muted last" hidden>${t('reserve.kept')} <button type="button" id="forget" class="link">${t('reserve.notKept')}</button></p>`
  return html`<article class="card"><h1 class="band ${state}">${state !== 'asked' && TICK}${t(`reserve.status.${state}`)}</h1>
    <div class="about"><p class="display huge">${large(date)}<br>${time}</p>
      <p class="people">${t('reserve.people', { count: party })} · ${name}</p>
      ${phoneNumber && html`<p class="muted">${phoneForPeople(phoneNumber)}</p>`}${notes && html`<p class="notes">${t('reserve.quoted', { note: notes })}</p>`}</div>
    ${
      (street || phone) &&
      html`<address><p>${street}<br><span class="muted">${town.join(', ')}</span></p>
      ${phone && html`<a class="button call" href="tel:${phone.replace(/[^\d+]/g, '')}">${t('reserve.callUs')}</a>`}</address>`
    }</article>
    ${comes ? actions : menuView(place)}`
}

/** One that is over, with the way to another. */
function endedView(place: Place, mine: Mine): Markup {
  const { t } = place
  const { date, time } = whenOf(mine.at, place)
  const isCancelled = mine.status === 'cancelled'
  const last = mine.history.findLast((step) => step.status)
  const by = last?.status !== 'cancelled' ? 'clock' : last.user === null ? 'guest' : 'house'
  return html`<article class="card about"><p><span class="pill">${t(`reserve.status.${isCancelled ? 'cancelled' : 'done'}`)}</span></p>
    <h1 class="display ended ${isCancelled && 'struck'}">${large(date)} ${time}</h1>
    <p class="muted">${isCancelled && html`${t(`reserve.cancelledBy.${by}`)} ${by !== 'guest' && contactView(place)}`}</p></article>
    ${againView(place)}${menuView(place)}`
}

/** A link of which there is nothing. */
export function unknownView(place: Place): Markup {
  const { t } = place
  return html`${headingView(t('reserve.unknown'))}<p>${t('reserve.unknownDescription')}
    ${contactView(place)}</p>${againView(place)}${menuView(place)}`
}

/** What is refused before the form is read, and whatever fails, which may be tried again. */
export function refusedView(place: Place, message: string, hasFailed: boolean): Markup {
  const { t } = place
  return html`${headingView(t('reserve.title'))}<p role="alert" class="note">${message} ${phoneView(place, '·')}</p>
    ${hasFailed && html`<p>${t('reserve.noAnswer')}</p>`}${againView(place)}${menuView(place)}`
}

/** Leads to what this browser has reserved, perhaps without knowing it. */
export function madeView(place: Place, { at, party }: Pick<Mine, 'at' | 'party'>, link: string): Markup {
  const { date, time } = whenOf(at, place)
  return html`<p class="note"><a href="${link}">${place.t('reserve.made', { when: `${date} ${time}` })}</a> · ${place.t('reserve.people', { count: party })}</p>`
}

interface Both extends Links {
  mine: Mine
  /** The wish under the key with which `mine` was made. */
  typed: Typed
  /** A key that was not used. */
  key: string
  /** In what the wish differs from it. */
  changed: readonly ('at' | 'party' | (typeof TEXTS)[number])[]
}

/** A form that was sent before, with other contents: one of both is what the guest wants. */
export function bothView(place: Place, { mine, link, typed, key, changed }: Omit<Both, 'url'>): Markup {
  const { t } = place
  const { date, time } = whenOf(mine.at, place)
  const { at, party, name, phoneNumber, notes } = typed
  const wish = { at, party, name, phoneNumber, notes }
  const texts = TEXTS.filter((field) => changed.includes(field)).map((field) => t(`reserve.fields.${field}`))
  const change =
    texts.length === changed.length
      ? t('reserve.changeOnly', { what: texts.join(', ') })
      : t('reserve.changeTo', { wish: wishText(place, Number(party), undefined, at) })
  return html`<article class="card"><h1 class="band confirmed">${t('reserve.already')}</h1><div class="about">
      <p class="display huge">${large(date)}<br>${time}</p>
      <p class="people">${t('reserve.people', { count: mine.party })} · ${mine.name}</p><p><a href="${link}">${t('reserve.open')}</a></p></div></article>
    <form method="post" action="${link}">${hiddenViews(wish)}
      <button name="do" value="change" class="button solid">${change}</button></form>
    <form method="post" action="/reserve">${hiddenViews({ ...wish, key })}<button class="button">${t('reserve.another')}</button></form>`
}
