import i18n from 'i18next'
import { linesTotal } from '#shared/domain/money.ts'
import { hearAllReady, hearCart, hearGuests, hearRefusal, sayChanges } from '#shared/domain/table-view.ts'
import { type FrameOf, followLive, type LiveStatus, say, watchLiveStatus } from '../../lib/live.ts'
import { randomKey } from '../../lib/random-key.ts'
import { toast } from '../../ui/toast/store.ts'
import { hearTime, loseConnection, standUp, tableStore, takeView } from './table-store.ts'

/** Under this name the server counts the changes of this page. */
const page = randomKey()
/** A change that the server has not answered by then is asked about. */
const ASK_AFTER_MS = 8_000
/** The session is over, or was never this browser's. */
const OVER = ['session_over', 'session_not_found']

const { getState: get, setState: set } = tableStore

interface Told {
  joined: (name: string) => void
  allReady: () => void
}

/** Keeps this phone's seat connected: says who it is, hears the cart, says its changes; until the function returned is called. */
export function connect(told: Told): () => void {
  let askedForWhole = false
  let isLost = false

  function join() {
    const { seat } = get()
    if (!seat) return
    const { sessionId, participantId } = seat
    loseConnection()
    say({ type: 'JOIN_SESSION', payload: { sessionId, participantId, page } })
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

  function heardAllReady() {
    const { view } = get()
    if (view) takeView(hearAllReady(view))
    told.allReady()
  }

  function sayPending() {
    const { view, isOpen } = get()
    if (!view || !isOpen) return
    const { view: next, says } = sayChanges(view)
    if (next.pending.length === view.pending.length && says.length === 0) return
    takeView(next)
    for (const frame of says) say(frame)
  }

  function heardError({ payload: { message, code }, ref }: FrameOf<'ERROR'>) {
    const { view, isLeaving } = get()
    if (!view || (isLeaving && code && OVER.includes(code))) return
    toast({ variant: 'destructive', title: i18n.t('errors.websocket'), description: message })
    if (ref !== undefined) takeView(hearRefusal(view, ref))
    if (code && OVER.includes(code)) standUp('expired')
    else sayPending()
  }

  function status({ state }: LiveStatus) {
    if (state === 'live') {
      isLost = false
      return
    }
    askedForWhole = false
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
  const heardEnd = ({ payload }: FrameOf<'SESSION_COMPLETED'>) => completed(payload)

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
    ALL_READY: heardAllReady,
    SESSION_COMPLETED: heardEnd,
    ERROR: heardError,
  })
  // What is tapped is said in the same moment.
  const unsubscribe = tableStore.subscribe((state, before) => {
    if (state.view?.pending !== before.view?.pending && state.view?.pending.some(({ isSaid }) => !isSaid)) sayPending()
  })
  const asking = setInterval(() => {
    if (get().isOpen && get().view?.pending.some(({ isSaid }) => isSaid)) askForWhole()
  }, ASK_AFTER_MS)
  return () => {
    clearInterval(asking)
    unsubscribe()
    unfollow()
    unwatch()
  }
}

/** The cart became an order, whoever sent it: told by the live channel, or by the answer to one's own call. */
export function completed({ orderId, orderToken }: { orderId: number; orderToken: string }, total?: number): void {
  const { seat, shown } = get()
  if (!seat) return
  standUp('completed', { orderId, orderToken, total: total ?? linesTotal(shown.lines) })
}
