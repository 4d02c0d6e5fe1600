import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { hasSession } from '#server/modules/accounts/index.ts'
import type { Origin } from '#server/modules/orders/index.ts'
import { AppError, InputError, inputError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { messageOf, setRefusal, toAppError } from '#server/platform/http/errors.ts'
import { cookieOf } from '#server/platform/http/request.ts'
import { attemptOf, responsesByKey } from '#server/platform/idempotency.ts'
import type { Bounded } from '#server/platform/limits/concurrency.ts'
import type { WriteThrottle } from '#server/platform/limits/throttle.ts'
import { publishResponse, sendPublished } from '#server/platform/published-response.ts'
import { newToken } from '#server/platform/token.ts'
import { changeMyReservation, makeReservation } from '#shared/contracts/reservations.ts'
import { callableDigits, phoneDigits, phoneForPeople } from '#shared/domain/customers/phone.ts'
import type { Markup } from '#shared/domain/html.ts'
import { isLanguage, type Language } from '#shared/domain/language.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { findByToken, type ReservationRow } from '../repo.ts'
import { contextOf } from '../seats.ts'
import { cancelMine, changeMine, makeReservationOnce, NO_NUMBER } from '../service.ts'
import { movesOf, type Offered } from '../times.ts'
import { guestView } from '../view.ts'
import { formChoice, formView, reserveView, type Typed } from './form.ts'
import { NO_RESTAURANT, type Place, pageText, readAssets } from './frame.ts'
import * as ticket from './ticket.ts'

/* `/reserve` and `/reserve/{token}`: whatever happens there is a page (docs/product/reservations.md#reservations-page). */

type Parts = AreaBase & {
  clientDir?: string | undefined
  isSecure: boolean
  originOf(request: { ip: string }): Origin
  throttleGuests: WriteThrottle
}

interface Work {
  /** What is offered in this minute. */
  offered: { current(): Promise<Offered>; forget(): void }
  /** Finds a reservation by the token of its link. */
  mine(request: FastifyRequest, token: string): Promise<ReservationRow>
  /** Counts a change by whoever has the link. */
  countChange(request: FastifyRequest, token: string): Promise<void>
  /** Makes one change of a guest after another. */
  waiting: Bounded
}

const FIELDS = ['key', 'party', 'day', 'group', 'at', 'name', 'phoneNumber', 'notes', 'show', 'do']
/** More than all that may be typed, in the longest letters. */
const MAX_FORM_BYTES = 16 * 1024
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }
const LASTING = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' }
const MINUTE_MS = 60_000
/** What makes two wishes one. */
const SAME = ['at', 'party', 'name', 'phoneNumber', 'notes'] as const

/** What a form was sent with; undefined for other requests, and for one that was refused before its body was read. */
const typedOf = ({ body }: FastifyRequest) => body as Typed | undefined
/** All of the address, however long: a slash at its end comes with a link that was copied. */
const tokenOf = ({ params }: FastifyRequest) => ((params as { '*'?: string })['*'] ?? '').replace(/\/+$/, '')
const linkOf = (token: string) => `/reserve/${token}`

function parsed<Schema extends z.ZodMiniType>(schema: Schema, { party, at, ...typed }: Typed): z.output<Schema> {
  const sent = { ...typed, ...(at && { at }), ...(party !== undefined && { party: Number(party) }) }
  const { data, error } = schema.safeParse(sent)
  const { phoneNumber: number } = typed
  const isCallable = number === undefined || callableDigits(number) !== undefined
  if (!error && isCallable) return data as z.output<Schema>
  const { issues } = inputError('phoneNumber', number ? NO_NUMBER : 'phoneRequired')
  throw new InputError([...(isCallable ? [] : issues), ...(error?.issues ?? [])])
}

interface Problems {
  /** By field. */
  errors?: Record<string, string>
  nearest?: readonly string[] | undefined
  /** Instead of the one that was sent. */
  key?: string
}

export function reservePages(parts: Parts, { offered, mine, countChange, waiting }: Work): void {
  const { app, db, clock, timeZone, isSecure, originOf, throttleGuests } = parts
  const assets = readAssets(parts.clientDir ?? '')
  const moment = () => ({ timeZone, now: clock.now() })
  const responseTo = responsesByKey(db, makeReservation)
  let settings: Place['settings'] = NO_RESTAURANT

  /** To whom a page speaks, and when; of the restaurant what was read last, while that cannot be read. */
  async function placeOf(request: FastifyRequest, reply: FastifyReply): Promise<Place> {
    settings = await offered.current().then(
      (now) => now.settings,
      () => settings,
    )
    const [shown, value] = typedOf(request)?.show?.split(':') ?? []
    const asked = shown === 'language' ? value : (request.query as { language?: unknown }).language
    const language = browserLanguage(request, reply, asked) ?? settings.language
    return { settings, language, theme: browserTheme(request), t: translator(language), ...moment() }
  }

  const leadTo = (reply: FastifyReply, link: string) => reply.headers(HEADERS).redirect(link, 303)

  const send = (reply: FastifyReply, place: Place, shown: Omit<Parameters<typeof pageText>[1], 'assets'>) =>
    reply
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(pageText(place, { ...shown, assets }))

  const mineOf = (row: ReservationRow) => ({ ...guestView(row, clock.now()), history: row.history })

  /** What was made with a key: its link and, as long as there is one, the reservation; undefined if nothing was. */
  async function madeWith(key: string | undefined) {
    const stored = isKey(key) ? await responseTo(key) : undefined
    if (!stored) return undefined
    const { link } = JSON.parse(stored) as { link: string }
    const row = await findByToken(db, link.slice(linkOf('').length))
    return { link, mine: row && mineOf(row) }
  }

  async function sendForm(request: FastifyRequest, reply: FastifyReply, { errors = {}, nearest, key }: Problems = {}) {
    const place = await placeOf(request, reply)
    const { timesOn, asks } = await offered.current()
    const typed = typedOf(request) ?? {}
    const choice = formChoice(typed, timesOn, timeZone)
    const sent = keysOf(request)
    // A browser that asks anew may have lost the response to its reservation.
    const before = typedOf(request) ? undefined : await madeWith(sent[0])
    const coming = before?.mine && ticket.isToCome(before.mine, place.now) ? before.mine : undefined
    const [current = newKey(), ...others] = before && !coming ? [newKey(), ...sent] : sent
    keepKeys(request, reply, [current, ...(key ? [key] : []), ...others], isSecure)
    // Without cookies nothing else tells that the form was sent before.
    const isKept = isKey(typed.key) && (sent.length === 0 || !(await madeWith(typed.key)))
    const form = {
      choice,
      typed,
      errors,
      nearest,
      asks: asks(choice.party),
      key: key ?? (isKept ? typed.key : current),
    }
    const made = coming && before && ticket.madeView(place, coming, before.link)
    const free = choice.times.times.filter(({ full }) => !full).length
    return send(reply, place, {
      ...{ title: place.t('reserve.title'), data: { said: place.t('reserve.free', { count: free }) } },
      content: reserveView(place, form, made),
      hasForm: true,
    })
  }

  async function sendChange(request: FastifyRequest, reply: FastifyReply, { errors = {}, nearest }: Problems = {}) {
    const place = await placeOf(request, reply)
    const row = await mine(request, tokenOf(request))
    if (!ticket.isToCome(mineOf(row), place.now)) return sendTicket(request, reply)
    const { name, phoneNumber, notes, party } = row
    const moves = await movesOf(db, row, await contextOf(db, moment()))
    const typed = {
      name,
      phoneNumber: phoneNumber && phoneForPeople(phoneNumber),
      notes: notes ?? '',
      ...typedOf(request),
    }
    const own = { at: row.at.toISOString(), day: moves.ownDate, party }
    const choice = formChoice(typed, moves.timesOn, timeZone, own)
    const content = formView(place, { choice, typed, errors, nearest, link: linkOf(tokenOf(request)) })
    return send(reply.header('x-robots-tag', 'noindex'), place, {
      title: place.t('reserve.changeTitle'),
      content,
      hasForm: true,
    })
  }

  async function sendTicket(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await placeOf(request, reply)
    const token = tokenOf(request)
    const row = await mine(request, token)
    const link = linkOf(token)
    const keys = keysOf(request)
    // What this browser sends from now on is another wish; but what the script has read, its guest has not seen yet.
    if (request.headers.accept !== '*/*' && (await madeWith(keys[0]))?.link === link)
      keepKeys(request, reply, [newKey(), ...keys], isSecure)
    const left = row.at.getTime() - place.now.getTime()
    const isKept = ticket.isToCome(mineOf(row), place.now) && !hasSession(request)
    return send(reply.header('x-robots-tag', 'noindex'), place, {
      title: place.t('reserve.yours'),
      content: ticket.ticketView(place, mineOf(row), { link, url: `${request.protocol}://${request.host}${link}` }),
      data: { token, at: isKept && row.at.toISOString(), again: left > 0 ? Math.min(left, MINUTE_MS) : MINUTE_MS },
    })
  }

  /** The page of a refusal, with all that was typed. */
  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await placeOf(request, reply)
    const refusal = toAppError(error, place.language)
    setRefusal(refusal, request, reply)
    const token = tokenOf(request)
    const message = messageOf(refusal, place.language)
    const { issues = [], nearest } = refusal.details
    const field = { party_too_large: 'party', slot_gone: 'at' }[refusal.code as string] ?? 'problem'
    const errors = Object.fromEntries([
      ...(issues.length > 0 ? issues.map((issue) => [issue.path, issue.message]) : [[field, message]]),
      ...(typedOf(request) && !typedOf(request)?.at && issues.length > 0
        ? [['at', place.t('reserve.chooseTime')]]
        : []),
    ])
    const sendView = (title: string, content: Markup) => send(reply, place, { title, content })
    try {
      if (refusal.code === 'not_found') return sendView(place.t('reserve.unknown'), ticket.unknownView(place))
      if (refusal.code === 'reservation_over') return await sendTicket(request, reply)
      if (typedOf(request)) return await (token ? sendChange : sendForm)(request, reply, { errors, nearest })
    } catch {
      // The restaurant cannot be read: then the sentence alone.
    }
    return sendView(place.t('reserve.title'), ticket.refusedView(place, message, refusal.status >= 500))
  }

  /** A form that was sent before, and now has other contents: nothing is made before its guest has read what was. */
  async function sendBoth(request: FastifyRequest, reply: FastifyReply, wish: z.output<typeof makeReservation.body>) {
    const place = await placeOf(request, reply)
    const typed = typedOf(request) ?? {}
    const isOwn = keysOf(request).some((key) => key === typed.key)
    const { mine: made, link = '' } = (isOwn && (await madeWith(typed.key))) || {}
    const key = newKey()
    if (!made || !ticket.isToCome(made, place.now)) {
      const problem = place.t(isOwn ? 'reserve.sentAndOver' : 'reserve.sentElsewhere')
      return sendForm(request, reply.code(409), { errors: { problem }, key })
    }
    const asked = { ...wish, at: new Date(wish.at).toISOString(), phoneNumber: phoneDigits(wish.phoneNumber ?? '') }
    const changed = SAME.filter((field) => asked[field] !== made[field])
    if (changed.length === 0) return leadTo(reply, link)
    const [current = key, ...others] = keysOf(request)
    keepKeys(request, reply, [current, key, ...others], isSecure)
    const content = ticket.bothView(place, { mine: made, link, typed, key, changed })
    return send(reply.code(409), place, { title: place.t('reserve.already'), content })
  }

  const page = { config: { refuse } }
  const inScope: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    const asForm = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const
    const type = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser<string>(type, asForm, async (_: FastifyRequest, body: string) => {
      const sent = new URLSearchParams(body)
      // The time that is chosen comes after the hidden one.
      return Object.fromEntries(FIELDS.map((name) => [name, sent.getAll(name).at(-1)]))
    })
    for (const [url, text, type] of [
      ['/reserve.css', assets.styles, 'text/css; charset=utf-8'],
      ['/reserve.js', assets.script, 'text/javascript; charset=utf-8'],
    ] as const) {
      const published = publishResponse(Buffer.from(text), LASTING, type)
      scope.get(url, async (request, reply) => sendPublished(await published, request, reply))
    }

    scope.get('/reserve', page, (request, reply) => sendForm(request, reply))

    scope.post('/reserve', page, async (request, reply) => {
      const typed = typedOf(request) ?? {}
      if (typed.show !== undefined) return sendForm(request, reply)
      const { language } = await placeOf(request, reply)
      const input = parsed(makeReservation.body, { ...typed, language })
      const key = isKey(typed.key) ? typed.key : newKey()
      const attempt = attemptOf(makeReservation, { headers: { 'idempotency-key': key } }, input)
      const making = { input, by: null, attempt, origin: originOf(request), ...moment() }
      try {
        const made = await throttleGuests.once(request, attempt, () => waiting(() => makeReservationOnce(db, making)))
        offered.forget()
        return leadTo(reply, (JSON.parse(made) as { link: string }).link)
      } catch (error) {
        if (error instanceof AppError && error.code === 'key_reused') return sendBoth(request, reply, input)
        throw error
      }
    })

    scope.get('/reserve/*', page, (request, reply) => {
      if (!tokenOf(request)) return leadTo(reply, '/reserve')
      return 'change' in (request.query as object) ? sendChange(request, reply) : sendTicket(request, reply)
    })

    scope.post('/reserve/*', page, async (request, reply) => {
      const typed = typedOf(request) ?? {}
      const token = tokenOf(request)
      if (typed.show !== undefined) return sendChange(request, reply)
      if (typed.do === 'change') {
        const { phoneNumber } = await mine(request, token)
        // One of the house may have no number.
        const { phoneNumber: number, ...sent } = typed
        const change = parsed(changeMyReservation.body, number || phoneNumber ? typed : sent)
        await countChange(request, token)
        await waiting(() => changeMine(db, token, change, moment()))
      } else if (typed.do === 'cancel') {
        await countChange(request, token)
        await waiting(() => cancelMine(db, token, clock.now()))
      } else return leadTo(reply, linkOf(token))
      offered.forget()
      return leadTo(reply, linkOf(token))
    })
  }
  void app.register(inScope)
}

/* What the pages of reservations keep in a browser, for their own addresses alone. */

const KEYS = 'masa_reserve'
const KEY = /^[\w-]{22}$/
/** The key of the next reservation, and others whose forms may still be open. */
const MAX_KEYS = 4
const HOUR_S = 60 * 60
const YEAR_S = 365 * 24 * HOUR_S

const newKey = (): string => newToken(16)
const isKey = (key: string | undefined): key is string => key !== undefined && KEY.test(key)

/** The keys of this browser, the current one first; none if it sends no cookies. */
const keysOf = (request: FastifyRequest): string[] =>
  (cookieOf(request, KEYS) ?? '').split('.').filter(isKey).slice(0, MAX_KEYS)

function keepKeys(request: FastifyRequest, reply: FastifyReply, keys: readonly string[], isSecure: boolean) {
  reply.setCookie(KEYS, keys.slice(0, MAX_KEYS).join('.'), {
    ...({ path: '/reserve', httpOnly: true, sameSite: 'strict', maxAge: HOUR_S } as const),
    secure: isSecure || request.protocol === 'https',
  })
}

const LANGUAGE = 'masa_language'

/** What the menu's pages write too (client/lib/browser/storage.ts). @param asked stored, if it is a language */
function browserLanguage(request: FastifyRequest, reply: FastifyReply, asked: unknown): Language | undefined {
  if (isLanguage(asked)) reply.setCookie(LANGUAGE, asked, { path: '/reserve', sameSite: 'lax', maxAge: YEAR_S })
  return [asked, cookieOf(request, LANGUAGE)].find(isLanguage)
}

const browserTheme = (request: FastifyRequest): string | undefined =>
  /^(light|dark)$/.exec(cookieOf(request, 'masa_theme') ?? '')?.[0]
