import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useBackCloses } from './back.ts'
import { CloseButton } from './close-button.tsx'
import { QuestionHost } from './question-host.tsx'
import { showWholeField } from './whole-field.ts'

interface DrawerShellProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether the drawer is as high as its content; otherwise it has the same height at each step. */
  hugsContent?: boolean
  /** Whether the page behind it is dimmed by the drawer. */
  dims?: boolean
  /** A `DrawerPanel`; another one may take its place while the drawer is open. */
  children: ReactNode
}

/** A drawer at the bottom: 96 % of the height on phones, 80 % from 768 px. A swipe down closes it. */
export function DrawerShell({ open, onOpenChange, hugsContent, dims = true, children }: DrawerShellProps) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection="down">
      <Base.Portal>
        <Base.Backdrop
          className={cx(
            dims && 'bg-shade',
            'fading fixed inset-0 z-40 opacity-[calc(1-var(--drawer-swipe-progress,0))] data-swiping:duration-0 starting:opacity-0',
          )}
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Base.Popup
            data-sheet
            onFocus={showWholeField}
            className={cx(
              hugsContent ? 'max-h-[96dvh]' : 'h-[96dvh] md:h-[80dvh]',
              'sheet-face drawer-motion max-w-[500px] rounded-t-drawer',
            )}
          >
            {children}
            <QuestionHost isActive={open} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** What a step shows; a frame other than the drawer has a panel of its own with these. */
export interface PanelProps {
  title: ReactNode
  /** Scrolls with the content, above the title, over the whole width. */
  picture?: ReactNode
  /** In front of the title: the way back to the step before. */
  back?: ReactNode
  /** Fixed below the title. */
  belowTitle?: ReactNode
  children: ReactNode
  /** Fixed below the scrolling content. */
  footer?: ReactNode
  /** Whether the content has nothing to focus, so that the keyboard scrolls only what is focused itself. */
  isText?: boolean
  /** False while the drawer must stay open. */
  closable?: boolean
}

/** Title, scrolling content and footer of an open drawer. */
export function DrawerPanel({
  title,
  picture,
  back,
  belowTitle,
  children,
  footer,
  isText,
  closable = true,
}: PanelProps) {
  return (
    <>
      <div
        aria-hidden="true"
        className={cx(
          'mt-2.5 h-1.5 w-12 shrink-0 self-center rounded-full',
          picture ? 'absolute z-1 bg-card shadow-soft' : 'bg-line',
        )}
      />
      {picture ? (
        <Base.Close render={<CloseButton className="absolute! top-1.5 right-5 z-5 shadow-soft" />} />
      ) : (
        <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-4">
          {back}
          <Base.Title className="display min-w-0 flex-1 text-2xl leading-tight">{title}</Base.Title>
          {closable && <Base.Close render={<CloseButton />} />}
        </div>
      )}
      {belowTitle && <div className="shrink-0 px-5 pb-4">{belowTitle}</div>}
      <Base.Content
        tabIndex={isText ? 0 : undefined}
        className={cx(
          'focus-visible:-outline-offset-2 min-h-0 flex-1 overflow-y-auto overscroll-contain px-5',
          picture ? 'pictured' : 'border-t border-line',
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
        {children}
      </Base.Content>
      {footer && (
        <div
          data-kept-free=""
          className="shrink-0 border-t border-line bg-card px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]"
        >
          {footer}
        </div>
      )}
    </>
  )
}

export function Drawer({
  open,
  onOpenChange,
  dims,
  ...panel
}: PanelProps & Pick<DrawerShellProps, 'open' | 'onOpenChange' | 'dims'>) {
  return (
    <DrawerShell open={open} onOpenChange={onOpenChange} hugsContent={panel.picture !== undefined} dims={dims}>
      <DrawerPanel {...panel} />
    </DrawerShell>
  )
}
