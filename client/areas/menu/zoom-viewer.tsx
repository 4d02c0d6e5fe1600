import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { Dialog, IconButton, language, t } from '../../ui/index.ts'
import { DishPicture } from '../pictures/index.ts'

/** Zoom levels of the picture viewer, in percent of the view's width (docs/product/menu.md#menu-zoom). */
const MIN_ZOOM = 50
const MAX_ZOOM = 200
const ZOOM_STEP = 25
const START_ZOOM = 100

const DEFAULT_RATIO = 4 / 3

interface ZoomViewerProps {
  item: MenuItem
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A dish's picture at 50 to 200 % of the view's width; mounted anew at each opening. */
export default function ZoomViewer({ item, open, onOpenChange }: ZoomViewerProps) {
  const name = nameIn(language, item)
  const [zoom, setZoom] = useState(START_ZOOM)
  const [ratio, setRatio] = useState(DEFAULT_RATIO)
  const zoomOutButton = useRef<HTMLButtonElement>(null)
  const zoomInButton = useRef<HTMLButtonElement>(null)
  const view = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })

  /** Keeps the point in the middle: 0 is the start of the picture, 1 its end. */
  function zoomTo(next: number) {
    const { scrollLeft = 0, scrollTop = 0, clientWidth = 1, clientHeight = 1 } = view.current ?? {}
    const { scrollWidth = 1, scrollHeight = 1 } = view.current ?? {}
    middle.current = {
      x: (scrollLeft + clientWidth / 2) / scrollWidth,
      y: (scrollTop + clientHeight / 2) / scrollHeight,
    }
    setZoom(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the zoom changes, though it does not read it
  useLayoutEffect(() => {
    if (!view.current) return
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = view.current
    view.current.scrollLeft = middle.current.x * scrollWidth - clientWidth / 2
    view.current.scrollTop = middle.current.y * scrollHeight - clientHeight / 2
  }, [zoom])

  // A button is disabled at its limit: focus must stay in the dialog.
  useEffect(() => {
    if (zoom === MIN_ZOOM) zoomInButton.current?.focus()
    if (zoom === MAX_ZOOM) zoomOutButton.current?.focus()
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
            disabled={zoom === MIN_ZOOM}
            onClick={() => zoomTo(zoom - ZOOM_STEP)}
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
            disabled={zoom === MAX_ZOOM}
            onClick={() => zoomTo(zoom + ZOOM_STEP)}
          >
            <ZoomIn className="size-5" />
          </IconButton>
        </div>
      }
    >
      <section
        ref={view}
        aria-label={t('menu.zoom.view')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, to pan with the arrows
        tabIndex={0}
        className="-mx-5 flex max-h-[62dvh] overflow-auto overscroll-contain [container-type:size] sm:-mx-6"
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
          // For people with reduced motion every element has a short transition (styles.css), and the middle would be
          // computed from the width before it.
          className="m-auto shrink-0 transition-none"
          style={{ width: `${zoom}cqw`, aspectRatio: ratio }}
        />
      </section>
    </Dialog>
  )
}
