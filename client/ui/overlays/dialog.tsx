import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { CloseButton } from '../parts/close-button.tsx'
import { useBackCloses } from './back.ts'
import { DirtyForms, type DirtyFormsOfDialog } from './stay-open.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Fixed below the scrolling content. */
  footer?: ReactNode
  className?: string
  /** The maximum width: for text, or for a picture. */
  width?: 'text' | 'picture'
  /** False while the dialog must not be closed by Esc or a click outside. */
  dismissible?: boolean
  /** Called after the closing animation, when the dialog can be unmounted. */
  onClosed?: () => void
  /**
   * The element that gets the focus on opening; by default the first text field of a form, except on touch screens,
   * where it would open the keyboard; else the first control.
   */
  initialFocus?: RefObject<HTMLElement | null>
  /** Returns the element that gets the focus on closing; by default, the element that had it before. */
  finalFocus?: () => HTMLElement | null | undefined
}

/**
 * A modal dialog: at the bottom edge on a phone, centred from 640 px. It takes the focus, and returns it on closing.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  width = 'text',
  dismissible = true,
  onClosed,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const [dirtyForms] = useState<DirtyFormsOfDialog>(() => new Map())
  const leave = () => {
    const ask = [...dirtyForms.values()].find((askFirst) => askFirst !== undefined)
    if (!dismissible) return
    if (ask) ask(() => onOpenChange(false))
    else onOpenChange(false)
  }
  useBackCloses(open, leave)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        const losesInput = reason === 'outside-press' && dirtyForms.size > 0
        if (next) onOpenChange(next)
        else if (!losesInput) leave()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Base.Portal>
        <Base.Backdrop
          // Without it, a dialog opened from a drawer would have no backdrop and look like a part of the drawer.
          forceRender
          className="fixed inset-0 z-50 bg-shade transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            initialFocus={initialFocus ?? (() => firstField(body.current) ?? true)}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className={cx(
              'flex max-h-[92dvh] w-full flex-col rounded-t-drawer bg-paper text-ink shadow-lift outline-none sm:rounded-drawer',
              width === 'picture' ? 'sm:max-w-3xl' : 'sm:max-w-md',
              'transition-[transform,opacity] duration-200 ease-out',
              'data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0',
              className,
            )}
          >
            {/* No header and footer elements: outside of main, they would be landmarks of the page. */}
            <div className="flex items-start gap-3 px-5 pt-5 sm:px-6">
              <div className="min-w-0 flex-1">
                <Base.Title className="display text-[22px] leading-tight">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-[15px] text-muted">{description}</Base.Description>
                )}
              </div>
              {dismissible && <Base.Close render={<CloseButton className="-mt-1" />} />}
            </div>
            {/* A field that gets the focus is scrolled above the buttons that stay at the end. */}
            <div
              ref={body}
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-5 has-data-bottom-bar:scroll-pb-36 sm:px-6"
            >
              <DirtyForms value={dirtyForms}>{children}</DirtyForms>
            </div>
            {footer && (
              <div className="border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

// The address of a picture may stand first, and is seldom what one came for.
const TEXT_FIELD =
  'form :is(input:not([type=checkbox],[type=radio],[type=file],[type=url],[type=hidden],[tabindex="-1"]),textarea):not(:disabled)'

function firstField(body: HTMLElement | null): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null
  const fields = body?.querySelectorAll<HTMLElement>(TEXT_FIELD) ?? []
  return [...fields].find((field) => !field.closest('[hidden]')) ?? null
}
