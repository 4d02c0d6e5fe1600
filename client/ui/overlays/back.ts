import { useEffect, useRef } from 'react'
import { firstPop } from './first-pop.ts'

/*
 * The browser's Back closes the topmost layer first (docs/product/everywhere.md#everywhere-back). Each open layer has an
 * entry in the history, all at the page's address; `layers` in the entry's state counts those up to it. Entries are
 * added and removed after the layers of one moment have opened and closed, so that one that replaces another costs none.
 */

interface Layer {
  close: () => void
}
/** `isReplaced`: the address was replaced in this entry, and is still to be in those below it. */
type State = { layers?: number; isReplaced?: boolean } | null

const layers: Layer[] = []
/** The number of layers of the current entry; a page that replaces its address would drop it from the state. */
let depth = 0
/** The address to which the page was replaced while layers were open: it also holds for the entry below them. */
let replacedAddress: string | undefined
/** Whether a traversal that this file began is under way. */
let isTraversing = false
let isScheduled = false

const depthOfEntry = () => (history.state as State)?.layers ?? 0

function reconcile(): void {
  isScheduled = false
  if (isTraversing) return
  if (layers.length > depth) {
    // Closing must not scroll the page back to where it was: a search result scrolls to its dish.
    if (depth === 0) history.scrollRestoration = 'manual'
    history.pushState({ ...history.state, layers: ++depth }, '')
    reconcile()
  } else if (layers.length < depth) {
    isTraversing = true
    history.go(layers.length - depth)
  }
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  // Not a microtask: a layer may close just before its action goes to another page.
  setTimeout(reconcile)
}

function onPop(): void {
  const below = depth
  depth = depthOfEntry()
  const replaced = depth < below ? replacedAddress : undefined
  if (depth === 0 || depth >= below) replacedAddress = undefined
  if (replaced !== undefined && replaced !== location.href) history.replaceState(history.state, '', replaced)
  if (depth === 0) history.scrollRestoration = 'auto'
  if (!isTraversing) for (const layer of layers.slice(depth).reverse()) layer.close()
  isTraversing = false
  // A layer that stays, for example to ask first, gets its entry again.
  schedule()
}

// wouter dispatches these two events (`use-browser-location`).
function onReplace(): void {
  if (depth === 0) return
  replacedAddress = location.href
  if (depthOfEntry() !== depth) history.replaceState({ ...history.state, layers: depth, isReplaced: true }, '')
}
function onPush(): void {
  depth = depthOfEntry()
  if (depth === 0) replacedAddress = undefined
}

if (typeof window !== 'undefined') {
  depth = depthOfEntry()
  firstPop.listener = onPop
  addEventListener('replaceState', onReplace)
  addEventListener('pushState', onPush)
  // After a reload no layer is open, or those that open by themselves.
  if (depth > 0) {
    if ((history.state as State)?.isReplaced) replacedAddress = location.href
    schedule()
  }
}

/** While a layer (a dialog, drawer, menu or list) is open, the browser's Back calls `close` instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const layer = { close: () => latest.current() }
    layers.push(layer)
    schedule()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      schedule()
    }
  }, [isOpen])
}
