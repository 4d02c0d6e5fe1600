import { Dialog as Base } from '@base-ui/react/dialog'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { useBackCloses } from './back.ts'
import { CloseButton } from './close-button.tsx'
import { QuestionHost } from './question-host.tsx'
import { showWholeField } from './whole-field.ts'

/** The forms of a dialog that contain unsaved input. */
const DirtyForms = createContext<Set<symbol> | undefined>(undefined)

/** While the form is dirty, a click outside does not close the dialog around it. */
export function useStayOpen(isDirty: boolean): void {
  const forms = useContext(DirtyForms)
  useEffect(() => {
    if (!isDirty || !forms) return
    const form = Symbol()
    forms.add(form)
    return () => void forms.delete(form)
  }, [isDirty, forms])
}

/** The end of a dialog's long content, in sight while it scrolls. */
export function StickyFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div data-bottom-bar="" className={cx('sticky-footer', className)}>
      {children}
    </div>
  )
}

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** In front of the title: the way back to what came before. */
  back?: ReactNode
  description?: ReactNode
  /** Scrolls with the content, above the title, over the whole width. Nothing in the content gets the focus then. */
  picture?: ReactNode
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
   * The element that gets the focus on opening. By default that is the first text field, or else the chosen tab or the
   * first other field, also if they are loaded later; on touch screens, where a field would open the keyboard, and in
   * dialogs without fields, the first control.
   */
  initialFocus?: RefObject<HTMLElement | null>
  /** Returns the element that gets the focus on closing, or false for none; by default, the element that had it before. */
  finalFocus?: () => HTMLElement | null | undefined | false
}

export function Dialog({
  open,
  onOpenChange,
  title,
  back,
  description,
  picture,
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
  const close = useRef<HTMLButtonElement>(null)
  const [dirtyForms] = useState(() => new Set<symbol>())
  const leave = () => {
    if (dismissible) onOpenChange(false)
  }
  useBackCloses(open, leave)
  const [{ opening, wasOpen }, setOpening] = useState({ opening: 0, wasOpen: open })
  if (open !== wasOpen) setOpening({ opening: opening + (open ? 1 : 0), wasOpen: open })
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
          className="shade fading fixed inset-0 z-50"
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            data-sheet
            onFocus={showWholeField}
            // Not left to the library, which would look at all controls of the dialog and so compute their layout first.
            initialFocus={initialFocus ?? (() => (picture ? null : firstField(body.current)) ?? close.current ?? true)}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className={cx(
              'sheet-face rising max-h-[92dvh] rounded-t-drawer border sm:rounded-drawer',
              width === 'picture' ? 'sm:max-w-3xl' : 'sm:max-w-md',
              className,
            )}
          >
            {/* No header and footer elements: outside of main, they would be landmarks of the page. */}
            {picture ? (
              <Base.Close render={<CloseButton ref={close} className="absolute! top-1.5 right-5 z-5 shadow-soft" />} />
            ) : (
              <div className="flex items-start gap-3 px-5 pt-5 sm:px-6">
                {back}
                <div className="min-w-0 flex-1">
                  <Base.Title className="display text-title leading-tight">{title}</Base.Title>
                  {description && (
                    <Base.Description className="mt-1 text-body text-muted">{description}</Base.Description>
                  )}
                </div>
                {dismissible && <Base.Close render={<CloseButton ref={close} className="-mt-1" />} />}
              </div>
            )}
            {/* A field that gets the focus is scrolled above the buttons that stay at the end. */}
            <div
              ref={body}
              className={cx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 has-data-bottom-bar:scroll-pb-36 sm:px-6',
                picture ? 'pictured sm:[--gutter:--spacing(6)]' : 'pt-4',
              )}
            >
              {picture && (
                <>
                  <div>{picture}</div>
                  <p aria-hidden="true" className="display">
                    {title}
                  </p>
                  <Base.Title className="display">{title}</Base.Title>
                </>
              )}
              {/* Each opening begins anew, even while the dialog still fades out. */}
              <DirtyForms key={opening} value={dirtyForms}>
                {children}
              </DirtyForms>
              {!initialFocus && !picture && <LateFocus body={body} close={close} />}
            </div>
            {footer && (
              <div
                key={opening}
                data-kept-free=""
                className="border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6"
              >
                {footer}
              </div>
            )}
            <QuestionHost isActive={open} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Moves the focus from the close button to the first field of a content that is loaded after the dialog has opened. */
function LateFocus({ body, close }: Record<'body' | 'close', RefObject<HTMLElement | null>>) {
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const field = document.activeElement === close.current ? firstField(body.current) : null
      if (!field) return
      field.focus()
      observer.disconnect()
    })
    if (body.current && !firstField(body.current)) observer.observe(body.current, { childList: true, subtree: true })
    const stop = () => observer.disconnect()
    // From then on, the person has put the focus where it is.
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { once: true })
    return () => {
      stop()
      for (const event of ['keydown', 'pointerdown']) removeEventListener(event, stop)
    }
  }, [body, close])
  return null
}

// The address of a picture may stand first, and is seldom what one came for.
const TEXT_FIELD = ':is(input:not([type=checkbox],[type=radio],[type=file],[type=url]),textarea)'
const FIELDS = [TEXT_FIELD, '[role=tab][aria-selected=true]', 'input:checked', ':is(input,[role=combobox])']

function firstField(body: HTMLElement | null): HTMLElement | null {
  if (!body || !matchMedia('(pointer: fine)').matches) return null
  const shown = FIELDS.flatMap((field) => [
    ...body.querySelectorAll<HTMLElement>(`${field}:not([type=hidden],[tabindex="-1"],:disabled)`),
  ])
  const first = shown.find((field) => !field.closest('[hidden]')) ?? null
  // At its end, the beginning of a long name would be out of sight.
  if (first instanceof HTMLInputElement && first.type === 'text') first.setSelectionRange(0, 0)
  return first
}
