import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Language } from '#shared/domain/language.ts'

/** One toast at a time (docs/product/everywhere.md#everywhere-toasts). */
export const TOAST_LIMIT = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastContent {
  title?: ReactNode
  /** The language of the texts, if it is not the page's. */
  lang?: Language
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** What it is about, for `withdrawToast`. */
  subject?: string
  /** A button. While a toast with a button is open, toasts without one are queued. */
  action?: ToastAction
  /** Another button, which leads on. */
  nextAction?: ToastAction | undefined
}

export interface ToastAction {
  label: string
  onAct: () => void
}

export interface ShownToast extends ToastContent {
  id: number
  open: boolean
}

/** The open toast and those that were closed and not yet removed, newest first. */
export const useToasts = create<readonly ShownToast[]>(() => [])
export const currentToasts = useToasts.getState

/** The toast to show after one with a button: the newest failure, or else the newest toast. */
let queued: ShownToast | undefined
let lastId = 0

/** Shows a toast, replacing the open one. Can be called from anywhere, also outside React. */
export function toast(content: ToastContent): void {
  lastId += 1
  const next = { ...content, id: lastId, open: true }
  if (content.action || !currentToasts().some(({ open, action }) => open && action)) show(next)
  else if (queued?.variant !== 'destructive' || content.variant === 'destructive') queued = next
}

function show(next: ShownToast): void {
  update([next, ...currentToasts()].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  const next = currentToasts().some((shown) => shown.id === id && shown.open) ? queued : undefined
  if (next) {
    queued = undefined
    show(next)
    return
  }
  update(currentToasts().map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  setTimeout(() => update(currentToasts().filter((shown) => shown.id !== id)), TOAST_REMOVE_DELAY_MS)
}

/** Removes a toast that is out of date: what failed has succeeded meanwhile, or the page says the same. */
export function withdrawToast(subject: string): void {
  const isAbout = (shown: ShownToast) => shown.subject === subject
  if (queued && isAbout(queued)) queued = undefined
  for (const shown of currentToasts()) if (shown.open && isAbout(shown)) dismissToast(shown.id)
}

function update(next: readonly ShownToast[]): void {
  useToasts.setState(next, true)
}
