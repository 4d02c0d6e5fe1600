import { ZoomIn, ZoomOut } from 'lucide-react'
import { type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { Dialog, IconButton, useTranslation } from '../../ui/index.ts'
import { DishPicture } from '../pictures/index.ts'

/** Zoom levels of the picture viewer, in percent of the view's width (docs/product/menu.md#menu-zoom). */
const MIN_ZOOM = 50
const MAX_ZOOM = 200
const ZOOM_STEP = 25
export const START_ZOOM = 100

export const canZoomOut = (zoom: number): boolean => zoom > MIN_ZOOM
/** Whether `zoomIn` would change the zoom, in percent. */
export const canZoomIn = (zoom: number): boolean => zoom < MAX_ZOOM

export function zoomOut(zoom: number): number {
  return Math.max(MIN_ZOOM, zoom - ZOOM_STEP)
}

export function zoomIn(zoom: number): number {
  return Math.min(MAX_ZOOM, zoom + ZOOM_STEP)
}

/** The level nearest to a zoom, in percent: two fingers pass through all, and let go at one of them. */
export function nearestLevel(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom / ZOOM_STEP) * ZOOM_STEP))
}

/**
 * The point of the content that is in the middle of the visible area: 0 is the start of the content, 1 its end.
 * @param scrolled in pixels, like `view` and `content`
 */
export function middleOf(scrolled: number, view: number, content: number): number {
  return content > view ? (scrolled + view / 2) / content : 0.5
}

/**
 * The scroll position in pixels that brings a point of the content to the middle, as far as the edges allow.
 * @param middle as returned by `middleOf`
 */
export function scrollPosition(middle: number, view: number, content: number): number {
  return Math.min(Math.max(0, middle * content - view / 2), Math.max(0, content - view))
}

/**
 * For a container that scrolls in both directions: keeps the point in the middle when the content grows or shrinks.
 * @param size any number that changes with the size of the content
 */
function useStableCentre(size: number) {
  const ref = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the size changes, though it does not read it
  useLayoutEffect(() => {
    const container = ref.current
    if (!container) return
    container.scrollLeft = scrollPosition(middle.current.x, container.clientWidth, container.scrollWidth)
    container.scrollTop = scrollPosition(middle.current.y, container.clientHeight, container.scrollHeight)
  }, [size])
  const onScroll = () => {
    const container = ref.current
    if (!container) return
    middle.current = {
      x: middleOf(container.scrollLeft, container.clientWidth, container.scrollWidth),
      y: middleOf(container.scrollTop, container.clientHeight, container.scrollHeight),
    }
  }
  /** Brings a point of the view, as a mouse event has it, to the middle at the next size. */
  const centreOn = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const container = ref.current
    if (!container) return
    const { left, top } = container.getBoundingClientRect()
    middle.current = {
      x: (container.scrollLeft + clientX - left) / container.scrollWidth,
      y: (container.scrollTop + clientY - top) / container.scrollHeight,
    }
  }
  return { ref, onScroll, centreOn }
}

/** The handlers of an element that two fingers zoom. */
function usePinch(zoom: number, setZoom: (zoom: number) => void) {
  const start = useRef<{ distance: number; zoom: number }>(undefined)
  const distanceOf = ({ touches: { 0: a, 1: b } }: TouchEvent) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
  return {
    onTouchStart(event: TouchEvent) {
      const distance = distanceOf(event)
      if (distance > 0) start.current = { distance, zoom }
    },
    onTouchMove(event: TouchEvent) {
      const distance = distanceOf(event)
      if (!start.current || distance === 0) return
      const wanted = Math.round((start.current.zoom * distance) / start.current.distance)
      setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted)))
    },
    onTouchEnd() {
      if (start.current) setZoom(nearestLevel(zoom))
      start.current = undefined
    },
  }
}

const DEFAULT_RATIO = 4 / 3

interface ZoomViewerProps {
  item: MenuItem
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A dish's picture at 50 to 200 % of the view's width. A double tap shows the point at 200 %, another one all. */
export default function ZoomViewer({ item, open, onOpenChange }: ZoomViewerProps) {
  const { t } = useTranslation()
  const name = nameIn(useTranslation().language, item)
  const [zoom, setZoom] = useState(START_ZOOM)
  const [ratio, setRatio] = useState(DEFAULT_RATIO)
  const zoomOutButton = useRef<HTMLButtonElement>(null)
  const zoomInButton = useRef<HTMLButtonElement>(null)
  const { centreOn, ...scrollProps } = useStableCentre(zoom * ratio)
  const pinchProps = usePinch(zoom, setZoom)

  // The dialog stays mounted while it closes, and may be reopened meanwhile.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setZoom(START_ZOOM)
  }

  useEffect(() => {
    if (!open) return
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return
      if (key === '+' || key === '=') setZoom(zoomIn)
      if (key === '-' || key === '_') setZoom(zoomOut)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])

  // A button is disabled at its limit: focus must stay in the dialog.
  useEffect(() => {
    if (!canZoomOut(zoom) && hasFocus(zoomOutButton.current)) zoomInButton.current?.focus()
    if (!canZoomIn(zoom) && hasFocus(zoomInButton.current)) zoomOutButton.current?.focus()
  }, [zoom])

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      initialFocus={zoomInButton}
      width="picture"
      footer={
        <div className="flex items-center justify-center gap-4">
          <IconButton
            ref={zoomOutButton}
            label={t('menu.zoom.out')}
            variant="sunk"
            className="rounded-full"
            disabled={!canZoomOut(zoom)}
            onClick={() => setZoom(zoomOut)}
          >
            <ZoomOut className="size-5" />
          </IconButton>
          <output className="figures w-16 text-center text-name font-semibold">
            <span className="sr-only">{t('menu.zoom.level')} </span>
            {t('menu.zoom.percent', { percent: zoom })}
          </output>
          <IconButton
            ref={zoomInButton}
            label={t('menu.zoom.in')}
            variant="sunk"
            className="rounded-full"
            disabled={!canZoomIn(zoom)}
            onClick={() => setZoom(zoomIn)}
          >
            <ZoomIn className="size-5" />
          </IconButton>
        </div>
      }
    >
      <section
        {...scrollProps}
        {...pinchProps}
        onDoubleClick={(event) => {
          centreOn(event)
          setZoom(zoom > START_ZOOM ? START_ZOOM : MAX_ZOOM)
        }}
        aria-label={t('menu.zoom.view')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, to pan with the arrows
        tabIndex={0}
        className="-mx-5 flex max-h-[62dvh] touch-pan-x touch-pan-y overflow-auto overscroll-contain [container-type:size] sm:-mx-6"
        style={{ aspectRatio: ratio }}
      >
        <DishPicture
          dish={item}
          sizes="(min-width: 640px) 1280px, 200vw"
          eager
          // The picture of the card, which the browser has in its cache.
          preview={item.imageUrl}
          alt={name}
          onRatio={setRatio}
          // For people with reduced motion every element has a short transition (styles.css), and `useStableCentre`
          // would measure the width before it.
          className="m-auto shrink-0 transition-none"
          style={{ width: `${zoom}cqw`, aspectRatio: ratio }}
        />
      </section>
    </Dialog>
  )
}

const hasFocus = (element: HTMLElement | null) => element !== null && document.activeElement === element
