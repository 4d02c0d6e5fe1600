import { RESERVATION_NOTES_MAX, type ReservationTimes } from '#shared/contracts/reservations.ts'
import { html, type Markup } from '#shared/domain/html.ts'
import { addDays, localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { dayWords, hoursText, shortDate, weekdayName } from '#shared/i18n/format.ts'
import type { TimesOn } from '../times.ts'
import {
  contactView,
  headingView,
  hiddenViews,
  MORE,
  menuView,
  type Place,
  phoneView,
  whenOf,
  wishText,
} from './frame.ts'

/* The form of people, day, time and name: to reserve, and to change a reservation. */

/** What the form was sent with: names of fields, and texts. */
export type Typed = Readonly<Record<string, string | undefined>>

const GROUPS = ['morning', 'lunch', 'afternoon', 'evening'] as const
type Group = (typeof GROUPS)[number]
/** Chips in a row, before the one that shows all others. */
const [PARTIES, DAYS] = [6, 4]
const DEFAULT_PARTY = 2

/** What is chosen of people, day and time, and what is offered for it. */
export interface Choice {
  times: ReservationTimes
  grouped: readonly (ReservationTimes['times'][number] & { group: Group })[]
  party: number
  day: string | undefined
  at: string | undefined
  group: Group
  /** The list of which all is shown. */
  whole: string | undefined
}

/** Past midnight, it is still the evening. */
function groupOf(at: string, date: string | undefined, timeZone: string): Group {
  const { day, time } = localTime(new Date(at), timeZone)
  if (date === undefined || day > date || time >= '18:00') return 'evening'
  return time < '12:00' ? 'morning' : time < '15:00' ? 'lunch' : 'afternoon'
}

/**
 * What the typed form chooses, after its button `show`.
 * @param own the reservation that is changed, which is chosen until something else is
 */
export function formChoice(
  typed: Typed,
  timesOn: TimesOn,
  timeZone: string,
  own?: { at: string; day: string; party: number },
): Choice {
  const [shown = '', value] = (typed.show ?? '').split(':')
  const wanted: Typed = { ...own, party: own && String(own.party), ...typed, ...(value && { [shown]: value }) }
  const { maxParty, days } = timesOn(own?.day)
  const count = Number(wanted.party)
  const isOffered = Number.isInteger(count) && count > 0 && (count <= maxParty || count === own?.party)
  const party = isOffered ? count : Math.min(DEFAULT_PARTY, maxParty)
  const day = days.find((date) => date === wanted.day) ?? own?.day ?? days[0]
  const times = timesOn(day, party || undefined)
  const grouped = times.times.map((time) => ({ ...time, group: groupOf(time.at, day, timeZone) }))
  const free = grouped.filter(({ full }) => !full)
  const time = free.find(({ at }) => at === wanted.at)
  const hasFree = (group: Group) => free.some((time) => time.group === group)
  const chosen = shown === 'day' ? undefined : GROUPS.find((group) => group === wanted.group)
  const ofTime = shown === 'group' ? undefined : time?.group
  const first = hasFree('evening') ? 'evening' : GROUPS.find(hasFree)
  const group = ofTime ?? chosen ?? first ?? 'evening'
  return { times, grouped, party, day, at: time?.at, group, whole: value ? undefined : shown }
}

interface Form {
  choice: Choice
  typed: Typed
  /** By field; what is wrong with none of them is `problem`. */
  errors: Readonly<Record<string, string>>
  /** Free times near one that has just gone. */
  nearest?: readonly string[] | undefined
  /** The idempotency key; of a change undefined. */
  key?: string
  /** The page of the reservation that is changed. */
  link?: string
  /** Whether the house has to agree. */
  asks?: boolean
}

/** What the button says, with a time. */
function actionText(place: Place, { choice, link, asks }: Form, at: string | undefined): string {
  const words = link !== undefined ? 'reserve.save' : asks ? 'reserve.ask' : 'reserve.send'
  return `${place.t(words)} · ${wishText(place, choice.party, choice.day, at)}`
}

export function formView(place: Place, form: Form): Markup {
  const { choice, typed, errors, key, link, asks } = form
  const { t } = place
  const { party, day, at, group } = choice
  const wrong = ['party', 'at', 'name', 'phoneNumber', 'notes'].find((name) => errors[name])
  const field = (
    name: string,
    label: string,
    attributes: Markup,
  ) => html`<div class="field ${errors[name] && 'wrong'}"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${typed[name]}" ${attributes} ${marks(name, errors, wrong)} required></div>${error(name, errors)}`
  return html`${link !== undefined && headingView(t('reserve.changeTitle'))}<form id="form" method="post" action="${link ?? '/reserve'}" novalidate>
    ${hiddenViews({ key, party, day, group, at, do: link && 'change' })}
    ${errors.problem && html`<p role="alert" class="note">${errors.problem} ${phoneView(place, '·')}</p>`}
    ${partyView(place, choice, errors)}${daysView(place, choice)}${timesView(place, form, wrong)}
    <h2 class="display">${t('reserve.who')}</h2>
    ${field('name', t('reserve.name'), html`autocomplete="name" maxlength="100"`)}
    ${field('phoneNumber', t('reserve.phone'), html`type="tel" autocomplete="tel" maxlength="32" placeholder="0712 345 678"`)}
    <details class="more" ${(typed.notes || errors.notes) && 'open'}><summary class="link">+ ${t('reserve.addNote')}</summary>
      <div class="field"><label for="notes">${t('reserve.note')}</label><textarea id="notes" name="notes" rows="2"
        maxlength="${RESERVATION_NOTES_MAX}" ${marks('notes', errors, wrong)}>${typed.notes}</textarea></div>${error('notes', errors)}</details>
    <div class="end">${link === undefined && privacyView(place)}
      ${asks && html`<p class="note">${t('reserve.asks')}</p>`}
      <button id="send" class="button solid">${actionText(place, form, at)}</button>
      ${link !== undefined && html`<a href="${link}" class="button">${t('reserve.back')}</a>`}</div></form>`
}

/** `/reserve` itself. @param made leads to what this browser has reserved, without knowing it */
export function reserveView(place: Place, form: Form, made?: Markup | false): Markup {
  const { t, settings, now, timeZone } = place
  const { maxParty, days } = form.choice.times
  const today = hoursAt(settings.openingHours, 0, now, timeZone).today
  const hours = today.length > 0 && t('reserve.today', { hours: hoursText(today) })
  const where = [settings.restaurantAddress, hours].filter(Boolean).join(' · ')
  const isOffered = maxParty > 0 && days.length > 0
  return html`${headingView(t('reserve.title'))}<p class="muted">${where}</p>${made}
    ${isOffered ? formView(place, form) : html`<p class="note">${t(maxParty > 0 ? 'reserve.noTimes' : 'reserve.off')} ${contactView(place)}</p>${menuView(place)}`}`
}

const error = (name: string, errors: Form['errors']) =>
  errors[name] && html`<p id="${name}-error" class="error">${errors[name]}</p>`

/** What a control with an error has; the first of them takes the focus. */
const marks = (name: string, errors: Form['errors'], first: string | undefined) =>
  errors[name] && html`aria-invalid="true" aria-describedby="${name}-error" ${name === first && 'autofocus'}`

const chip = (show: string, isOn: boolean, words: Markup | string | number) =>
  html`<button name="show" value="${show}" class="chip ${isOn && 'on'}" aria-pressed="${String(isOn)}">${words}</button>`

function partyView(place: Place, { times: { maxParty }, party, whole }: Choice, errors: Form['errors']): Markup {
  const { t } = place
  const most = Math.max(maxParty, party)
  const isWhole = most <= PARTIES + 1 || party > PARTIES || whole === 'party'
  const counts = Array.from({ length: isWhole ? most : PARTIES }, (_, i) => i + 1)
  return html`<fieldset><legend class="display">${t('reserve.party')}</legend><div class="chips seven">
    ${counts.map((count) => chip(`party:${count}`, count === party, count))}
    ${!isWhole && html`<button name="show" value="party" class="chip">${PARTIES + 1}+<span class="unseen"> ${t('reserve.more')}</span></button>`}</div>
    ${isWhole && html`<p class="muted">${t('reserve.largerParty')} ${contactView(place)}</p>`}${error('party', errors)}</fieldset>`
}

function daysView({ t, language, now, timeZone }: Place, { times: { days }, day, whole }: Choice): Markup {
  const today = localTime(now, timeZone).day
  const first = days.slice(0, DAYS)
  const isWhole = days.length <= DAYS || whole === 'day'
  const shown = isWhole ? days : first.includes(day ?? '') ? first : [...first.slice(0, -1), day ?? '']
  const chips = shown.map((date) => {
    const weekday = weekdayName(weekdayOf(date), 'short', language)
    const isNear = date === today || date === addDays(today, 1)
    const [name, below] = isNear
      ? [dayWords(date, today, language), `${weekday} ${Number(date.slice(8))}`]
      : [weekday, shortDate(date, language)]
    return chip(`day:${date}`, date === day, html`${name}<small>${below}</small>`)
  })
  const more = html`<button name="show" value="day" class="chip" aria-label="${t('reserve.moreDays')}">${MORE}</button>`
  return html`<fieldset><legend class="display">${t('reserve.day')}</legend><div class="chips days">${chips}
    ${!isWhole && more}</div></fieldset>`
}

function timesView(place: Place, form: Form, wrong: string | undefined): Markup {
  const { choice, errors, nearest = [] } = form
  const { t, language } = place
  const { grouped, day, at, group } = choice
  const inGroup = (one: Group) => grouped.filter((time) => time.group === one)
  const others = GROUPS.filter((one) => one !== group && inGroup(one).length > 0)
  let isFirst = wrong === 'at'
  const radio = (value: string, full: boolean, words: Markup) => {
    const focus = isFirst && !full && 'autofocus'
    if (focus) isFirst = false
    return html`<label class="time"><input type="radio" name="at" value="${value}"
      data-label="${actionText(place, form, value)}" ${value === at && 'checked'} ${full && 'disabled'} ${focus}>
      <span class="chip">${words}${full && html`<span class="unseen"> ${t('reserve.full')}</span>`}</span></label>`
  }
  const clock = (value: string) => {
    const when = whenOf(value, place)
    const isNight = when.day !== day
    return html`<b>${when.time}</b>${isNight && html`<small>${weekdayName(weekdayOf(when.day), 'short', language)}</small>`}`
  }
  const near = nearest.map((value) => {
    const { date, time } = whenOf(value, place)
    return radio(value, false, html`<b>${time}</b><small>${date}</small>`)
  })
  const groups = [
    html`<b id="times" class="display">${t(`reserve.groups.${group}`)}</b>`,
    ...others.map(
      (one) =>
        html`<button name="show" value="group:${one}" class="plain">${t(`reserve.groups.${one}`)}${MORE}</button>`,
    ),
  ]
  return html`<div role="radiogroup" aria-labelledby="times" ${errors.at && html`aria-describedby="at-error"`}><p class="row">
      ${groups.map((one) => html`<span>${one}</span>`)}</p>${error('at', errors)}
    ${near.length > 0 && html`<div class="note"><p>${t('reserve.nearest')}</p><div class="chips wide">${near}</div></div>`}
    <div class="chips">${inGroup(group).map(({ at: value, full }) => radio(value, full, clock(value)))}</div></div>`
}

function privacyView({ t, settings }: Place): Markup {
  const { restaurantName, legalName, restaurantAddress, restaurantPhone, taxNumber } = settings
  const contact = [restaurantAddress, restaurantPhone, taxNumber].filter(Boolean).join(' · ')
  const controller = legalName || restaurantName || t('reserve.controller')
  return html`<details class="muted"><summary>${t('reserve.privacy')} <u>${t('reserve.privacyMore')}</u></summary>
    <p>${t('reserve.privacyText', { controller })} ${contact && t('reserve.privacyContact', { contact })}</p></details>`
}
