import type { ReactNode } from 'react'

/** Toasts come one at a time; a dismissed one is removed after 1,000,000 ms (docs/product.md#everywhere-toasts). */
export const TOAST_LIMIT = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastContent {
  title?: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** A button that can be pressed as long as the toast shows; meanwhile toasts without one wait. */
  action?: { label: string; onAct: () => void }
}

export interface ShownToast extends ToastContent {
  id: number
  open: boolean
}

let toasts: readonly ShownToast[] = []
/** What came while a toast with a button showed: the newest, as it would have taken the place of the others, or the newest failure. */
let waiting: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast, in place of the one that is there. Callable from anywhere. */
export function toast(content: ToastContent): { id: number; dismiss: () => void } {
  lastId += 1
  const id = lastId
  const next = { ...content, id, open: true }
  if (content.action || !toasts.some(({ open, action }) => open && action)) show(next)
  else if (waiting?.variant !== 'destructive' || content.variant === 'destructive') waiting = next
  return { id, dismiss: () => dismissToast(id) }
}

function show(next: ShownToast): void {
  update([next, ...toasts].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  if (waiting?.id === id) waiting = undefined
  const next = toasts.some((shown) => shown.id === id && shown.open) ? waiting : undefined
  if (next) {
    waiting = undefined
    show(next)
    return
  }
  update(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), TOAST_REMOVE_DELAY_MS)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly ShownToast[] {
  return toasts
}

function update(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
