import { useEffect, useId } from 'react'
import type { RowTap } from '../row-taps.ts'
import { useBackCloses } from './back.ts'
import { useWhileOpen } from './subject-dialog.tsx'

interface CloseDetails {
  event: Event
  cancel: () => void
}

/** Props of the library's parts of a list that all rows have in common: it opens at the button that was tapped. */
export function useRowList(tap: RowTap | undefined, onClose: () => void) {
  const id = useId()
  const isOpen = tap !== undefined
  const { button, byKeyboard = false } = useWhileOpen(isOpen, tap) ?? {}
  useBackCloses(isOpen, onClose)
  const openedBy = tap?.button
  useEffect(() => {
    openedBy?.setAttribute('aria-expanded', 'true')
    openedBy?.setAttribute('aria-controls', id)
    return () => {
      openedBy?.setAttribute('aria-expanded', 'false')
      openedBy?.removeAttribute('aria-controls')
    }
  }, [openedBy, id])
  return {
    byKeyboard,
    /** Returns the focus before a choice takes effect: it may take the row away, which then passes the focus on. */
    leave: () => button?.focus({ preventScroll: true }),
    root: {
      open: isOpen,
      modal: false as const,
      onOpenChange(opens: boolean, { event, cancel }: CloseDetails) {
        if (opens) return
        // The button closes the list itself, by its tap.
        const at = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (at instanceof Node && button?.contains(at)) cancel()
        else onClose()
      },
    },
    positioner: { anchor: button, sideOffset: 6, className: 'z-60 outline-none' },
    popup: {
      id,
      finalFocus() {
        const at = document.activeElement
        const isHere = at === document.body || document.getElementById(id)?.contains(at)
        // After Tab, it has moved on.
        return isHere ? button : false
      },
      onKeyDown({ key }: { key: string }) {
        if (key !== 'Tab') return
        // The browser moves on from there.
        button?.focus()
        onClose()
      },
    },
  }
}
