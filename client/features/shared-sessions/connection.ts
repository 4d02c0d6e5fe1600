import i18n from 'i18next'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { nameIn } from '#shared/domain/language.ts'
import { followLive, type LiveStatus, sendFrame, watchLiveStatus } from '../../lib/live/live.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import type { TableChange } from './engine/table-changes.ts'
import { type PlacedAtTable, type TableListeners, TablePage } from './engine/table-page.ts'
import { storedSeat } from './stored.ts'
import { applySession, giveBack, showPage, standUp, storeUnconfirmed, tableStore } from './table-store.ts'

const { getState: get } = tableStore

const surroundings = {
  send: sendFrame,
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Keeps this phone's seat connected until the function returned is called. */
export function connectSeat(told: Pick<TableListeners, 'joined' | 'allReady'>): () => void {
  const { seat, view } = get()
  if (!seat || !view) return () => {}
  let isLost = false
  const page = new TablePage(seat.sessionId, view, surroundings, {
    ...told,
    changed: showPage,
    unconfirmed: (kept) => get().page === page && storeUnconfirmed(kept),
    refused: (message, code, change) => failed((code === 'item_unavailable' && goneWords(change)) || message),
    givenBack: giveBack,
    info: applySession,
    completed,
    over: (how, message) => {
      if (get().isLeaving) return
      // A guest who left in another tab knows it already.
      if (how === 'expired' || storedSeat.read()) failed(message)
      standUp(how)
    },
  })
  tableStore.setState({ page })

  function status({ state }: LiveStatus) {
    if (state === 'live') {
      isLost = false
      return
    }
    page.lost()
    if (isLost || (state !== 'reconnecting' && state !== 'offline')) return
    isLost = true
    toast({
      variant: 'destructive',
      title: i18n.t('errors.connection'),
      description: i18n.t('errors.connectionDescription'),
    })
  }

  // A phone that has left the session ignores later frames.
  const hear = (frame: ServerFrame) => get().page === page && page.hear(frame)
  const unwatch = watchLiveStatus(status)
  const unfollow = followLive({
    opened: () => get().page === page && page.opened(),
    SESSION_INFO: hear,
    PARTICIPANT_JOINED: hear,
    PARTICIPANTS_UPDATED: hear,
    CART_ITEMS: hear,
    CART_UPDATED: hear,
    ITEM_ADDED: hear,
    ITEM_REMOVED: hear,
    ALL_READY: hear,
    SESSION_COMPLETED: hear,
    ERROR: hear,
  })
  return () => {
    unfollow()
    unwatch()
    page.lost()
  }
}

/** Names a dish that can no longer be ordered: the server does not name dishes that are hidden from the menu. */
function goneWords(change: TableChange | undefined): string | undefined {
  if (change?.kind !== 'add' && change?.kind !== 'set') return undefined
  const dish =
    change.kind === 'add' ? change.dish : get().shown.lines.find(({ menuItemId }) => menuItemId === change.menuItemId)
  return dish && i18n.t('checkout.unavailable', { names: nameIn(currentLanguage(), dish) })
}

/** The cart became an order: the live channel says so, or the answer to this phone's own call. */
export function completed(placed: PlacedAtTable): void {
  if (get().seat) standUp('completed', placed)
}

function failed(message: string) {
  toast({ variant: 'destructive', title: i18n.t('errors.websocket'), description: message })
}
