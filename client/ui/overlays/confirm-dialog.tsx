import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../parts/button.tsx'
import { useTranslation } from '../translation.ts'
import { useBackCloses } from './back.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Should name what will be lost. */
  description?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Whether something is lost or somebody's health is at stake: the safe answer is the solid button, and the first. */
  destructive?: boolean
  /** What should be done first, as the solid button above both answers. */
  instead?: { label: string; onPress: () => void } | undefined
  pending?: boolean
  /** Returns the element that gets the focus on closing; by default, the element that had it before. */
  finalFocus?: () => HTMLElement | null | undefined
  onConfirm: () => void
  onClosed?: () => void
  children?: ReactNode
}

/** Confirms an action that cannot be undone. The caller closes it after `onConfirm`; it stays open while pending. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, destructive, instead, pending } = props
  const { finalFocus, onConfirm, onClosed, children } = props
  const { t } = useTranslation()
  const change = (next: boolean) => {
    if (!pending) onOpenChange(next)
  }
  useBackCloses(open, () => change(false))
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={change}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          // Rendered over another dialog too, so that the two are not mistaken for one.
          forceRender
          className="shade fixed inset-0 z-50 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-60 grid grid-cols-1 place-items-center p-5">
          <AlertDialog.Popup
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className="w-full max-w-sm rounded-drawer border border-line bg-paper p-6 text-ink shadow-lift outline-none transition-[transform,opacity] duration-200 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0"
          >
            <AlertDialog.Title className="display text-xl leading-tight">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-2 text-[15px] text-muted">{description}</AlertDialog.Description>
            )}
            {children && <div className="mt-4 empty:hidden">{children}</div>}
            <div
              className={cx(
                'mt-6 flex gap-2.5',
                destructive ? 'flex-col' : 'flex-col-reverse sm:flex-row sm:justify-end',
              )}
            >
              {instead && (
                <Button disabled={pending} onClick={instead.onPress}>
                  {instead.label}
                </Button>
              )}
              <AlertDialog.Close
                disabled={pending}
                render={
                  <Button variant={destructive && !instead ? 'ink' : 'outline'}>
                    {cancelLabel ?? t('common.cancel')}
                  </Button>
                }
              />
              <Button variant={destructive ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
