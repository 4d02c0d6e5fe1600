import i18n from 'i18next'
import { Pace } from '#shared/domain/pace.ts'
import {
  forgetSaid,
  hearCart,
  hearGuests,
  hearTooMuch,
  pageOf,
  sayChanges,
  withoutDone,
} from '#shared/domain/table-view.ts'
import { type FrameOf, followLive, type LiveStatus, say, watchLiveStatus } from '../../lib/live.ts'
import { toast } from '../../ui/toast/store.ts'
import { takeRefusal } from './refusal.ts'
import { storedSeat } from './stored-seat.ts'
import { hearTime, loseConnection, type PlacedAtTable, standUp, tableStore, takeView } from './table-store.ts'

/** A change that the server has not answered by then is asked about. */
const ASK_AFTER_MS = 8_000
/** What may not be said yet is looked at again after this, and an answer that was refused asked for again. */
const AGAIN_MS = 150
const ASK_AGAIN_MS = 1_000
/** How a session ends for this phone: its time is up, its guest has left it, perhaps in another tab, or all seats are taken. */
const OVER = new Map<string, 'expired' | 'left'>([
  ['session_over', 'expired'],
  ['session_not_found', 'left'],
  ['session_full', 'left'],
])

const { getState: get, setState: set } = tableStore

interface Told {
  joined: (name: string) => void
  allReady: () => void
}

/** Keeps this phone's seat connected: says who it is, hears the cart, says its changes; until the function returned is called. */
export function connect(told: Told): () => void {
  let askedForWhole = false
  let isLost = false
  /** The name under which this page has joined, once the server has answered with the cart. */
  let joinedAs: string | undefined
  let askedAs = ''
  let isSaying = false
  let again: ReturnType<typeof setTimeout> | undefined
  const pace = new Pace(Date.now)

  function join() {
    loseConnection()
    sayWho()
  }

  function sayWho() {
    const { seat, view } = get()
    joinedAs = undefined
    if (!seat || !view) return
    const { sessionId, participantId } = seat
    askedAs = pageOf(view)
    say({ type: 'JOIN_SESSION', payload: { sessionId, participantId, page: askedAs } })
  }

  function askForWhole() {
    if (!askedForWhole) askedForWhole = say({ type: 'GET_CART' })
  }

  function heardCart(frame: Parameters<typeof hearCart>[1]) {
    const { view } = get()
    if (!view) return
    const heard = hearCart(view, frame)
    if (heard === 'gap') askForWhole()
    else if (heard !== 'old') takeView(heard)
    if (frame.type === 'CART_ITEMS') {
      askedForWhole = false
      joinedAs ??= askedAs
      set({ isOpen: true })
    }
    sayPending()
  }

  function heardGuests({ payload }: FrameOf<'PARTICIPANTS_UPDATED'>) {
    const { view } = get()
    if (!view) return
    takeView(hearGuests(view, payload))
    sayPending()
  }

  function sayPending() {
    const { view, isOpen } = get()
    // Telling of a change calls this again: what is being said goes first.
    if (!view || !isOpen || joinedAs === undefined || isSaying) return
    if (pageOf(view) !== joinedAs) {
      sayWho()
      return
    }
    const { view: next, says } = sayChanges(view, pace.allowed)
    if (next.pending.length !== view.pending.length || says.length > 0) {
      isSaying = true
      takeView(next)
      pace.said(says.length)
      for (const frame of says) say(frame)
      isSaying = false
    }
    if (next.pending.some(({ isSaid }) => !isSaid)) again ??= setTimeout(sayAgain, AGAIN_MS)
  }

  function sayAgain() {
    again = undefined
    sayPending()
  }

  function heardError({ payload: { message, code = '' }, ref }: FrameOf<'ERROR'>) {
    const { view, isLeaving } = get()
    const over = OVER.get(code)
    // A number below zero is that of a question about an order (client/features/order-status).
    const isOthers = ref !== undefined && ref < 0
    if (!view || isOthers || (isLeaving && over)) return
    if (ref === undefined && askedForWhole) {
      askedForWhole = false
      setTimeout(askForWhole, ASK_AGAIN_MS)
    }
    if (code === 'too_many_frames') {
      pace.tooMuch()
      if (ref !== undefined) takeView(hearTooMuch(view, ref))
      sayPending()
      return
    }
    // That a change came too late: whether the session ended in an order, and what that contains, is told to every phone.
    if (code === 'session_over' && ref !== undefined) return
    // Whoever has left in another tab knows.
    const isNews = over !== 'left' || storedSeat.read() !== undefined
    if (isNews) toast({ variant: 'destructive', title: i18n.t('errors.websocket'), description: message })
    if (ref !== undefined) takeRefusal(ref, code)
    if (over) standUp(over)
    else sayPending()
  }

  function status({ state }: LiveStatus) {
    if (state === 'live') {
      isLost = false
      return
    }
    askedForWhole = false
    joinedAs = undefined
    loseConnection()
    if (isLost || (state !== 'reconnecting' && state !== 'offline')) return
    isLost = true
    toast({
      variant: 'destructive',
      title: i18n.t('errors.connection'),
      description: i18n.t('errors.connectionDescription'),
    })
  }

  const heardTime = ({ payload }: FrameOf<'SESSION_INFO'>) => hearTime(payload.timeRemaining)
  const heardNewcomer = ({ payload }: FrameOf<'PARTICIPANT_JOINED'>) => told.joined(payload.name)

  const heardEnd = ({ payload, ref }: FrameOf<'SESSION_COMPLETED'>) => {
    const { view } = get()
    // The order says what it contains: whatever is left is not in it, though it was said, and is not said again.
    joinedAs = undefined
    if (view) takeView(forgetSaid(withoutDone(view, ref)))
    completed(payload)
  }

  const unwatch = watchLiveStatus(status)
  const unfollow = followLive({
    opened: join,
    SESSION_INFO: heardTime,
    PARTICIPANT_JOINED: heardNewcomer,
    PARTICIPANTS_UPDATED: heardGuests,
    CART_ITEMS: heardCart,
    CART_UPDATED: heardCart,
    ITEM_ADDED: heardCart,
    ITEM_REMOVED: heardCart,
    ALL_READY: told.allReady,
    SESSION_COMPLETED: heardEnd,
    ERROR: heardError,
  })
  // What is tapped is said in the same moment.
  const unsubscribe = tableStore.subscribe((state, before) => {
    if (state.view?.pending !== before.view?.pending && state.view?.pending.some(({ isSaid }) => !isSaid)) sayPending()
  })
  const asking = setInterval(() => {
    // An answer may have been refused, or come while it could not be used.
    askedForWhole = false
    if (joinedAs === undefined) sayWho()
    else if (get().view?.pending.some(({ isSaid }) => isSaid)) askForWhole()
  }, ASK_AFTER_MS)
  return () => {
    clearInterval(asking)
    clearTimeout(again)
    unsubscribe()
    unfollow()
    unwatch()
  }
}

/** The cart became an order, whoever sent it: told by the live channel, or by the answer to one's own call. */
export function completed(placed: PlacedAtTable): void {
  if (get().seat) standUp('completed', placed)
}
