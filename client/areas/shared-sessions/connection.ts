import i18n from 'i18next'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { nameIn } from '#shared/domain/language.ts'
import { followLive, type LiveStatus, sendFrame, watchLiveStatus } from '../../lib/live/live.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import type { TableChange } from './engine/table-changes.ts'
import { type PlacedAtTable, type TableListeners, TablePage } from './engine/table-page.ts'
import { proveTableKey } from './prove-key.ts'
import { storedSeat } from './stored.ts'
import {
  applySession,
  giveBack,
  leaveSeat,
  SESSION_END,
  showPage,
  storeUnconfirmed,
  tableStore,
} from './table-store.ts'

const { getState: get } = tableStore

const pageDependencies = {
  send: sendFrame,
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Connects this phone's seat to the live channel. @returns a function that disconnects it */
export function connectSeat(announcements: Pick<TableListeners, 'joined' | 'allReady'>): () => void {
  const { seat, tableState } = get()
  if (!seat || !tableState) return () => {}
  let isLost = false
  const page = new TablePage(seat.sessionId, tableState, pageDependencies, {
    ...announcements,
    stateChanged: showPage,
    unconfirmed: (toStore) => get().page === page && storeUnconfirmed(toStore),
    refused: (message, code, change) =>
      showError((code === 'item_unavailable' && unavailableMessage(change)) || message),
    linesReturned: giveBack,
    sessionInfo(info) {
      applySession(info)
      if (info.mustScan) void proveTableKey()
    },
    completed: finishWithOrder,
    ended: (how, message) => {
      if (get().isLeaving) return
      if (how === 'closed')
        toast({
          title: i18n.t('sharedTable.closed'),
          description: i18n.t('sharedTable.closedDescription'),
          subject: SESSION_END,
        })
      // A guest who left in another tab needs no message.
      else if (how === 'expired' || storedSeat.read()) showError(message)
      leaveSeat(how)
    },
  })
  tableStore.setState({ page })

  function onStatus({ state }: LiveStatus) {
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
  const receive = (frame: ServerFrame) => get().page === page && page.receive(frame)
  const unwatch = watchLiveStatus(onStatus)
  const unfollow = followLive({
    opened: () => get().page === page && page.opened(),
    SESSION_INFO: receive,
    PARTICIPANT_JOINED: receive,
    PARTICIPANTS_UPDATED: receive,
    CART_ITEMS: receive,
    CART_UPDATED: receive,
    ITEM_ADDED: receive,
    ITEM_REMOVED: receive,
    ALL_READY: receive,
    SESSION_COMPLETED: receive,
    ERROR: receive,
  })
  return () => {
    unfollow()
    unwatch()
    page.lost()
  }
}

/** The message for a dish that can no longer be ordered. The server cannot name a dish that is hidden from the menu. */
function unavailableMessage(change: TableChange | undefined): string | undefined {
  if (change?.kind !== 'add' && change?.kind !== 'set') return undefined
  const dish =
    change.kind === 'add' ? change.dish : get().shown.lines.find(({ menuItemId }) => menuItemId === change.menuItemId)
  return dish && i18n.t('checkout.unavailable', { names: nameIn(currentLanguage(), dish) })
}

/** Ends the session with its order, reported by the live channel or by the response to this phone's own request. */
export function finishWithOrder(placed: PlacedAtTable): void {
  if (get().seat) leaveSeat('completed', placed)
}

function showError(message: string) {
  toast({ variant: 'destructive', title: i18n.t('errors.websocket'), description: message })
}
