import * as Toast from '@radix-ui/react-toast'
import { CircleAlert, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { buttonClass } from '../parts/button.tsx'
import { useTranslation } from '../translation.ts'
import { currentToasts, dismissToast, type ToastAction, useToasts } from './store.ts'

/** A toast is not higher than this, in pixels, with the space around it. */
const TOAST_HEIGHT = 150
const TOAST_WIDTH = 448
/** Below this width, toasts appear at the top and over the whole width. */
const WIDE_FROM = 640

/** What says where one is, or is pressed next: never covered by a toast. */
const KEPT_FREE = '[data-kept-free]'
/** A banner that warns across the page: a toast below it covers tabs or notices rather than the cards. */
const WARNING = '[role=alert][data-kept-free]'

let lastPress: DOMRect | undefined
// A key press clicks, too. In the capture phase, because the control may be removed by its own handler.
addEventListener(
  'click',
  ({ target }) => {
    const control = target instanceof Element ? (target.closest('button, a, label, [role]') ?? target) : undefined
    // A toast that answers a toast's button takes its place.
    lastPress = control?.closest('[data-toast]') ? undefined : control?.getBoundingClientRect()
  },
  { capture: true },
)

interface ToastPlace {
  edge: 'top' | 'bottom'
  /** The distance from that edge, in pixels. */
  offset: number
}

/**
 * Where the next toast appears: below a banner that is on the screen, or else at the top on phones and at the bottom
 * elsewhere, or else where it covers neither the control that was last pressed, of which it probably speaks, nor what is
 * marked as `data-kept-free`.
 */
function placeOfToast(): ToastPlace {
  const isWide = innerWidth >= WIDE_FROM
  const left = isWide ? innerWidth - TOAST_WIDTH : 0
  const kept = [...document.querySelectorAll(KEPT_FREE)]
    // Measuring content that the browser skips, far below the screen, would lay it out.
    .filter((element) => element.checkVisibility?.({ contentVisibilityAuto: true }) !== false)
    .map((element) => element.getBoundingClientRect())
  const inColumn = [...kept, ...(lastPress ? [lastPress] : [])].filter(
    ({ height, right, bottom, top }) => height > 0 && right > left && bottom > 0 && top < innerHeight,
  )
  const covered = ({ edge, offset }: ToastPlace) => {
    const from = edge === 'top' ? offset : innerHeight - offset - TOAST_HEIGHT
    return inColumn.filter(({ top, bottom }) => bottom > from && top < from + TOAST_HEIGHT)
  }
  const atTop: ToastPlace = { edge: 'top', offset: 0 }
  const atBottom: ToastPlace = { edge: 'bottom', offset: 0 }
  const usual = isWide ? atBottom : atTop
  const above = Math.min(...covered(atBottom).map(({ top }) => top))
  const below = Math.max(...covered(atTop).map(({ bottom }) => bottom))
  const belowWarning = document.querySelector(WARNING)?.getBoundingClientRect().bottom ?? 0
  const places = [
    ...(belowWarning > 0 ? [{ edge: 'top', offset: belowWarning } as const] : []),
    usual,
    isWide ? atTop : atBottom,
    { edge: 'bottom', offset: innerHeight - above } as const,
    { edge: 'top', offset: below } as const,
  ]
  return places.find((place) => covered(place).length === 0) ?? usual
}

function ActionButton({ label, onAct, className }: ToastAction & { className?: string }) {
  return (
    <Toast.Action altText={label} onClick={onAct} className={cx(buttonClass({ variant: 'outline' }), className)}>
      {label}
    </Toast.Action>
  )
}

// docs/product/everywhere.md#everywhere-toasts
const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

const AWAY_FROM_BARS =
  'in-[body:has([role=dialog],[role=alertdialog],[data-bottom-bar])]:top-0! in-[body:has([role=dialog],[role=alertdialog],[data-bottom-bar])]:bottom-auto!'
/** Beside the panel at the right edge; where it covers the page, below its way back and above its bottom. */
const BESIDE_PANEL =
  'in-[body:has([data-side-panel])]:max-md:top-(--side-panel-head)! in-[body:has([data-side-panel])]:max-md:bottom-auto! in-[body:has([data-side-panel])]:md:right-(--side-panel)! in-[body:has([data-side-panel])]:md:max-w-[min(28rem,calc(100vw-var(--side-panel)))]'

/** A resting mouse does not keep a toast without a button, which it would never uncover; the focus does. */
function letTimeGoOn(viewport: HTMLElement | null): void {
  viewport?.addEventListener(
    'toast.viewportPause',
    (event) => {
      const isHovered = document.hasFocus() && !viewport.contains(document.activeElement)
      if (isHovered && !currentToasts().some(({ open, action }) => open && action)) event.stopImmediatePropagation()
    },
    // Before the toasts' own listeners.
    { capture: true },
  )
}

/** Each for 5 s; a swipe to the right dismisses it, F8 focuses it. */
export default function Toaster() {
  const { t } = useTranslation()
  const toasts = useToasts()
  const openId = toasts.find(({ open }) => open)?.id
  const [place, setPlace] = useState<ToastPlace>()
  // After the commit, because what the toast reports may have moved the page: the banner of a lost connection does.
  useLayoutEffect(() => {
    if (openId !== undefined) setPlace(placeOfToast())
  }, [openId])
  return (
    <Toast.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label={t('common.notification')}
    >
      {toasts.map(({ id, open, title, lang, description, variant, action, nextAction }) => (
        <Toast.Root
          key={id}
          data-toast=""
          lang={lang}
          open={open}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(next) => {
            if (!next) dismissToast(id)
          }}
          className={cx(
            'pointer-events-auto flex w-full items-start gap-3 rounded-control border p-3 pr-2 shadow-lift sm:p-4 sm:pr-2 data-[state=open]:animate-toast-in',
            'data-[state=closed]:hidden data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive'
              ? 'border-cancelled bg-cancelled-soft text-cancelled'
              : 'border-line bg-card text-ink',
          )}
        >
          {variant === 'destructive' && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
          <div className="min-w-0 flex-1">
            {title && <Toast.Title className="font-semibold">{title}</Toast.Title>}
            {description && <Toast.Description className="mt-0.5 text-body">{description}</Toast.Description>}
            {nextAction && (
              <div className="mt-2 flex flex-wrap gap-2">
                <ActionButton {...nextAction} />
                {action && <ActionButton {...action} />}
              </div>
            )}
          </div>
          {action && !nextAction && <ActionButton {...action} className="my-auto shrink-0" />}
          <Toast.Close
            aria-label={t('common.close')}
            className="touch -my-1.5 inline-flex size-10 shrink-0 items-center justify-center rounded-full"
          >
            <X aria-hidden="true" className="size-4.5" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        ref={letTimeGoOn}
        hotkey={['F8']}
        label={t('common.notificationsHotkey')}
        className={cx(
          'pointer-events-none fixed inset-x-0 z-70 mx-auto flex w-full max-w-md list-none flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] outline-none sm:right-0 sm:left-auto',
          // The footers of dialogs and bars at the bottom stay free.
          AWAY_FROM_BARS,
          BESIDE_PANEL,
        )}
        style={place && { [place.edge]: place.offset }}
      />
    </Toast.Provider>
  )
}
