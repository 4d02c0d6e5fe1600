import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { CloseButton } from '../parts/close-button.tsx'
import { useBackCloses } from './back.ts'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Fixed below the title. */
  belowTitle?: ReactNode
  children: ReactNode
  /** Fixed below the scrolling content. */
  footer?: ReactNode
  /** Whether the content has nothing to focus, so that the keyboard scrolls only what is focused itself. */
  isText?: boolean
}

/**
 * A drawer at the bottom: 96 % of the height on phones, 80 % from 768 px, at most 500 px wide. A swipe down closes it.
 */
export function Drawer({ open, onOpenChange, title, belowTitle, children, footer, isText }: DrawerProps) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection="down">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Base.Popup className="flex h-[96dvh] w-full max-w-[500px] flex-col rounded-t-drawer bg-paper text-ink shadow-lift outline-none transition-transform duration-220 ease-out [transform:translateY(var(--drawer-swipe-movement-y,0px))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none md:h-[80dvh]">
            <div aria-hidden="true" className="mx-auto mt-2.5 h-1.5 w-12 shrink-0 rounded-full bg-line" />
            <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-4">
              <Base.Title className="display min-w-0 flex-1 text-2xl leading-tight">{title}</Base.Title>
              <Base.Close render={<CloseButton />} />
            </div>
            {belowTitle && <div className="shrink-0 px-5 pb-4">{belowTitle}</div>}
            <Base.Content
              tabIndex={isText ? 0 : undefined}
              className="focus-visible:-outline-offset-2 min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line px-5"
            >
              {children}
            </Base.Content>
            {footer && (
              <div className="shrink-0 border-t border-line bg-card px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
