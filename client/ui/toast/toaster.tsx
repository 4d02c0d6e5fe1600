import { CircleAlert, X } from 'lucide-react'
import { type CSSProperties, type PointerEvent as Pointing, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../parts/button.tsx'
import { t } from '../translation.ts'
import { dismissToast, type ShownToast, type ToastAction, useToasts } from './store.ts'

/** Most toasts are not higher than this, in pixels, with the space around them. */
const USUAL_HEIGHT = 150
const TOAST_WIDTH = 448
/** Below this width, toasts appear at the top and over the whole width. */
const WIDE_FROM = 640

/** What says where one is or is pressed next, and the control with the focus, of which the toast probably speaks. */
const KEPT_FREE = '[data-kept-free], [data-bottom-bar], [role=tablist], :is(a, button, input, textarea):focus'
/** So far around the last press no toast appears: a second press would be one of its button. */
const PRESS_AREA = 32
/** A dialog or drawer, and a bar: they open while a toast is shown. */
const SHEET = '[data-sheet]'
const OPENED = `${SHEET}, [data-bottom-bar]`

/**
 * The usual edge, or else the first place where a toast covers nothing that is kept free in the topmost sheet.
 * @param height of the toast
 * @param pressed where somebody pressed last: what was there may be gone, and in Safari it never has the focus
 */
function placeOfToast(height: number, pressed: Pressed | undefined): CSSProperties {
  const isWide = innerWidth >= WIDE_FROM
  const left = isWide ? innerWidth - TOAST_WIDTH : 0
  const sheet = [...document.querySelectorAll<HTMLElement>(SHEET)].at(-1)
  // It moves to its place while it opens.
  const rise = sheet ? sheet.offsetTop - sheet.getBoundingClientRect().top : 0
  const press = pressed ? [around(pressed)] : []
  const kept = [...(sheet ?? document).querySelectorAll(KEPT_FREE)]
    // Measuring content that the browser skips, far below the screen, would lay it out.
    .filter((element) => element.checkVisibility?.({ contentVisibilityAuto: true }) !== false)
    .filter((element) => !element.closest('[data-toast]'))
    .map((element) => element.getBoundingClientRect())
    .map(({ height, right, top, bottom }) => ({ height, right, top: top + rise, bottom: bottom + rise }))
    .concat(press)
    .filter(({ height, right, bottom, top }) => height > 0 && right > left && bottom > 0 && top < innerHeight)
  const lowest = innerHeight - height
  const [usual, other] = isWide ? [lowest, 0] : [0, lowest]
  const free = (areas: typeof press) => (from: number) =>
    areas.every(({ top, bottom }) => bottom <= from || top >= from + height)
  const places = [usual, other, ...kept.map(({ top }) => top - height), ...kept.map(({ bottom }) => bottom)].filter(
    (from) => from >= 0 && from <= lowest,
  )
  const place = places.find(free(kept)) ?? places.find(free(press)) ?? usual
  return place > lowest / 2 ? { bottom: lowest - place } : { top: place }
}

interface Pressed {
  x: number
  y: number
}
const around = ({ x, y }: Pressed) => ({
  ...{ height: 2 * PRESS_AREA, right: x + PRESS_AREA, top: y - PRESS_AREA, bottom: y + PRESS_AREA },
})

// docs/product/everywhere.md#everywhere-toasts
const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50
/** A finger that moves less presses a button of the toast. */
const PRESS_PX = 8

/** Beside the panel at the right edge; where it covers the page, below its way back and above its bottom. */
const BESIDE_PANEL =
  'in-data-with-side-panel:max-md:top-(--side-panel-head)! in-data-with-side-panel:max-md:bottom-auto! in-data-with-side-panel:md:right-(--side-panel)! in-data-with-side-panel:md:max-w-[min(28rem,calc(100vw-var(--side-panel)))]'

/**
 * The place of toasts, and the live region that reads them. A toast stays for 5 s, and longer while it has the focus,
 * while a mouse rests on one with a button, or while the window is in the background. F8 focuses it.
 */
export default function Toaster() {
  const toast = useToasts((toasts) => toasts.find(({ open }) => open))
  const list = useRef<HTMLOListElement>(null)
  const focusedBefore = useRef<EventTarget | null>(null)
  const pressed = useRef<Pressed>(undefined)
  const [hasFocus, setFocus] = useState(false)
  const [isAway, setAway] = useState(false)
  const [place, setPlace] = useState<CSSProperties>()
  const id = toast?.id
  // After the commit, because what the toast reports may have moved the page: the banner of a lost connection does.
  useLayoutEffect(() => {
    setFocus(list.current?.contains(document.activeElement) ?? false)
    if (id === undefined) return
    const move = () => {
      const next = placeOfToast(Math.max(USUAL_HEIGHT, list.current?.offsetHeight ?? 0), pressed.current)
      setPlace((before) => (before?.top === next.top && before?.bottom === next.bottom ? before : next))
    }
    move()
    // Once a frame: a dialog opens in several commits, and measuring after each would lay the page out as often.
    let frame: number | undefined
    const moveSoon = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        move()
      })
    }
    let wasOpen = document.querySelector(OPENED) !== null
    // The page that a link or Back leads to keeps other places free, once it is loaded.
    const { href } = location
    const observer = new MutationObserver(() => {
      const isOpen = document.querySelector(OPENED) !== null
      if (isOpen || wasOpen || location.href !== href) moveSoon()
      wasOpen = isOpen
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [id])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('keydown', ({ key }) => key === 'F8' && list.current?.focus(), { signal })
    const press = (event: PointerEvent) => {
      const isOwn = list.current?.contains(event.target as Node)
      pressed.current = isOwn ? undefined : { x: event.clientX, y: event.clientY }
    }
    addEventListener('pointerdown', press, { signal, capture: true })
    addEventListener('blur', () => setAway(true), { signal })
    addEventListener('focus', () => setAway(false), { signal })
    return () => listening.abort()
  }, [])

  function dismiss() {
    const { current: before } = focusedBefore
    if (list.current?.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus({ preventScroll: true })
    if (id !== undefined) dismissToast(id)
  }

  return (
    <section aria-label={t('common.notifications')}>
      <ol
        ref={list}
        tabIndex={-1}
        aria-live={toast?.variant === 'destructive' ? 'assertive' : 'polite'}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
          setFocus(true)
        }}
        onBlur={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // A dialog below stays open.
          event.stopPropagation()
          dismiss()
        }}
        className={cx('toast-place', BESIDE_PANEL)}
        style={place}
      >
        {toast && <Toast key={id} toast={toast} stays={hasFocus || isAway} onDismiss={dismiss} />}
      </ol>
    </section>
  )
}

interface ToastProps {
  toast: ShownToast
  /** Whether its time does not run. */
  stays: boolean
  onDismiss: () => void
}

/** A swipe to the right dismisses it, and so does each of its buttons. */
function Toast({ toast, stays, onDismiss }: ToastProps) {
  const { id, lang, title, description, variant, action, nextAction } = toast
  const start = useRef(0)
  const [swiped, setSwiped] = useState(0)
  const [isHovered, setHovered] = useState(false)
  const isStopped = stays || (isHovered && action !== undefined)
  useEffect(() => {
    if (isStopped) return
    const timer = setTimeout(() => dismissToast(id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, isStopped])
  const actionButton = ({ label, onAct }: ToastAction, className?: string) => (
    <Button
      variant="outline"
      className={className}
      onClick={() => {
        onAct()
        onDismiss()
      }}
    >
      {label}
    </Button>
  )

  function swipe({ buttons, clientX, currentTarget, pointerId }: Pointing) {
    const distance = buttons === 0 ? 0 : clientX - start.current
    if (distance > PRESS_PX) currentTarget.setPointerCapture(pointerId)
    setSwiped(distance > PRESS_PX ? distance : 0)
  }

  return (
    <li
      data-toast=""
      lang={lang}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={({ clientX }) => {
        start.current = clientX
      }}
      onPointerMove={swipe}
      onPointerUp={({ clientX }) => {
        if (swiped > 0 && clientX - start.current >= SWIPE_THRESHOLD_PX) onDismiss()
        setSwiped(0)
      }}
      onPointerCancel={() => setSwiped(0)}
      className={cx(
        'pointer-events-auto flex w-full touch-pan-y animate-toast-in items-start gap-3 rounded-control border p-3 pr-2 shadow-lift select-none sm:p-4 sm:pr-2',
        swiped === 0 && 'transition-[translate]',
        variant === 'destructive'
          ? 'border-cancelled bg-cancelled-soft text-cancelled'
          : 'border-line bg-card text-ink',
      )}
      style={{ translate: `${swiped}px` }}
    >
      {variant === 'destructive' && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
      <div className="min-w-0 flex-1">
        {title && <div className="font-semibold">{title}</div>}
        {description && <div className="mt-0.5 text-body">{description}</div>}
        {nextAction && (
          <div className="mt-2 flex flex-wrap gap-2">
            {actionButton(nextAction)}
            {action && actionButton(action)}
          </div>
        )}
      </div>
      {action && !nextAction && actionButton(action, 'my-auto shrink-0')}
      <button
        type="button"
        aria-label={t('common.close')}
        onClick={onDismiss}
        className="touch -my-1.5 inline-flex size-10 shrink-0 items-center justify-center rounded-full"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  )
}
