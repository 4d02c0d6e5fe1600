import { type CSSProperties, type ReactNode, type Ref, type RefCallback, useCallback, useState } from 'react'
import {
  isDaily,
  isOwnPicture,
  LOADS_BEFORE_VIEW_PX,
  PICTURE_WIDTHS,
  PREVIEW_WIDTH,
  pictureAt,
  pictureOfDay,
} from '#shared/domain/menu/pictures.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useIsHydrated } from '../../lib/browser/environment.ts'
import { isServer } from '../../lib/browser/storage.ts'
import { useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { timeZone } from '../../lib/settings/settings.ts'
import { cx, Part } from '../../ui/index.ts'
import type { PlatedDish } from './motif.tsx'

const MARGIN = `${LOADS_BEFORE_VIEW_PX}px`
const callbacks = new Map<Element, () => void>()
let onPage: IntersectionObserver | undefined
let inDialog: IntersectionObserver | undefined

/** Calls `run` once an element is near the view. One observer for the page, so that 500 dishes stay cheap. */
function whenNear(element: Element, run: () => void): () => void {
  const observer = observerOf(element)
  const cancel = () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
  callbacks.set(element, () => {
    cancel()
    run()
  })
  observer.observe(element)
  return cancel
}

// A dialog's content scrolls inside it, where only `scrollMargin` applies. Chromium adds both margins if both are set.
function observerOf(element: Element): IntersectionObserver {
  if (element.closest('[role=dialog]')) {
    inDialog ??= new IntersectionObserver(onIntersection, { scrollMargin: MARGIN })
    return inDialog
  }
  onPage ??= new IntersectionObserver(onIntersection, { rootMargin: MARGIN })
  return onPage
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) if (isIntersecting) callbacks.get(target)?.()
}

/** A ref for an element, and whether it has been near the visible area once. True without IntersectionObserver. */
function useNearView(): [RefCallback<Element>, boolean] {
  const [isNear, setIsNear] = useState(!isServer && !('IntersectionObserver' in window))
  const ref = useCallback(
    (element: Element | null) => (element && !isNear ? whenNear(element, () => setIsNear(true)) : undefined),
    [isNear],
  )
  return [ref, isNear]
}

interface PictureProps {
  url: string
  /** The `sizes` attribute: the width of the picture before it is cropped. */
  sizes: string
  /** Shown if there is no picture or it fails to load. */
  placeholder: ReactNode
  /** Empty if the picture is decorative. */
  alt?: string | undefined
  /** Loads the picture at once, for the first view, instead of when it is near the visible area. */
  eager?: boolean | undefined
  /** A smaller version shown blurred while the picture loads: its URL, or true for the smallest stored width. */
  preview?: string | boolean | undefined
  /** Called with the picture's ratio of width to height once it is known. */
  onRatio?: ((ratio: number) => void) | undefined
  /** The class of the background colour. */
  ground?: string | undefined
  /** Classes for position, size and corners of the box, which stays the same while the picture loads. */
  className?: string | undefined
  style?: CSSProperties | undefined
  /** Content over the picture, not shown over its placeholder. */
  children?: ReactNode
}

/**
 * Shows a picture by URL, in the width that the screen needs, loaded from 200 px before it becomes visible. Shows a
 * skeleton or a blurred preview while it loads, and a placeholder if it fails. The size of its box never changes.
 */
export function Picture(props: PictureProps) {
  // Only pictures that change daily depend on the restaurant's time zone, and so on its settings.
  return isDaily(props.url) ? <DailyPicture {...props} /> : <LoadingPicture key={props.url} {...props} />
}

function DailyPicture(props: PictureProps) {
  const url = pictureOfDay(props.url, localTime(new Date(), timeZone).day)
  return <LoadingPicture key={url} {...props} url={url} />
}

/** `arriving`: loaded, while the veil over it fades out. */
type Phase = 'loading' | 'arriving' | 'there' | 'failed'

function LoadingPicture({
  url,
  sizes,
  placeholder,
  alt = '',
  eager = false,
  preview,
  onRatio,
  ground = 'bg-sunk',
  className,
  style,
  children,
}: PictureProps) {
  const [ref, isNear] = useNearView()
  const isHydrated = useIsHydrated()
  // A picture that the server rendered is already being loaded, and visible without this code.
  const [phase, setPhase] = useState<Phase>(isHydrated ? 'loading' : 'there')
  const missing = !url || phase === 'failed'
  const reportRatio = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (naturalHeight > 0) onRatio?.(naturalWidth / naturalHeight)
  }
  return (
    <div ref={ref} data-picture={url ? phase : 'failed'} className={cx('relative', className)} style={style}>
      <div className={cx('absolute inset-0 isolate overflow-hidden rounded-[inherit]', !missing && ground)}>
        {missing && placeholder}
        {!missing && (isNear || eager) && (
          <>
            {phase !== 'there' && (
              <Veil
                preview={previewOf(url, preview)}
                isFading={phase === 'arriving'}
                onGone={() => setPhase('there')}
                onLoad={reportRatio}
              />
            )}
            <img
              // A picture in the browser's cache needs no veil.
              ref={(image) => {
                if (!image?.complete) return
                // A picture that the server rendered may have failed before anything listened.
                if (image.naturalWidth === 0) return setPhase((current) => (current === 'there' ? 'failed' : current))
                setPhase((current) => (current === 'loading' ? 'there' : current))
                reportRatio(image)
              }}
              src={url}
              srcSet={widthsOf(url)}
              sizes={sizes}
              alt={alt}
              decoding="async"
              onLoad={({ currentTarget }) => {
                setPhase((current) => (current === 'loading' ? 'arriving' : current))
                reportRatio(currentTarget)
              }}
              onError={() => setPhase('failed')}
              className="absolute inset-0 size-full object-cover"
            />
          </>
        )}
      </div>
      {!missing && children}
    </div>
  )
}

interface VeilProps {
  preview: string | undefined
  isFading: boolean
  onGone: () => void
  onLoad: (image: HTMLImageElement) => void
}

/** Covers a picture while it loads: a skeleton, and the preview once that is loaded. */
function Veil({ preview, isFading, onGone, onLoad }: VeilProps) {
  const [failed, setFailed] = useState(false)
  return (
    <span
      aria-hidden="true"
      onTransitionEnd={onGone}
      className={cx('absolute inset-0 z-1 transition-opacity duration-200', isFading && 'opacity-0')}
    >
      <span className="absolute inset-0 animate-pulse bg-ink/5" />
      {preview && !failed && (
        <img
          src={preview}
          alt=""
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
          onError={() => setFailed(true)}
          // Scaled up, because a blur is transparent at its edges.
          className="absolute inset-0 size-full scale-110 object-cover blur-[7px]"
        />
      )}
    </span>
  )
}

// Only uploaded pictures are stored in several widths.
function previewOf(url: string, preview: string | boolean | undefined): string | undefined {
  if (!preview || !isOwnPicture(url)) return undefined
  return preview === true ? pictureAt(url, PREVIEW_WIDTH) : preview
}

// A picture on another server has only one width.
function widthsOf(url: string): string | undefined {
  if (!isOwnPicture(url)) return undefined
  return PICTURE_WIDTHS.filter((width) => width !== PREVIEW_WIDTH)
    .map((width) => `${pictureAt(url, width)} ${width}w`)
    .join(', ')
}

export interface PicturedDish extends PlatedDish {
  id: number
  imageUrl: string
}

type DishPictureProps = Omit<PictureProps, 'url' | 'placeholder'> & { dish: PicturedDish }

/** A dish's picture, or a drawn plate. Decorative unless `alt` is set, because the dish's name is beside it. */
export function DishPicture({ dish, className, ...rest }: DishPictureProps) {
  // A bright photo would be the brightest thing on a dark page.
  const classes = cx('dark:[&_img]:brightness-86', className)
  return <Picture url={dish.imageUrl} placeholder={<DishPlate dish={dish} />} className={classes} {...rest} />
}

const Motif = lazyPart(() => import('./motif.tsx'))

/** A plate; what fits the dish on it is loaded only near the view, because few dishes have no picture. */
export function DishPlate({ dish, className }: { dish: PlatedDish & { id: number }; className?: string }) {
  const [ref, isNear] = useNearView()
  const isLater = useIdleOrTouched()
  return (
    <Plate ref={ref} tint={dish.id} className={cx('size-full', className)}>
      <Part>{isLater && isNear && <Motif dish={dish} />}</Part>
    </Plate>
  )
}

const TINTS = [
  'bg-[var(--tint-1)]',
  'bg-[var(--tint-2)]',
  'bg-[var(--tint-3)]',
  'bg-[var(--tint-4)]',
  'bg-[var(--tint-5)]',
  'bg-[var(--tint-6)]',
]

interface PlateProps {
  ref?: Ref<HTMLDivElement>
  /** Any number; selects one of the background tints. */
  tint: number
  className?: string
  /** The paths on the plate, in its 100 × 100 units; they inherit the stroke. */
  children?: ReactNode
}

/** A drawn plate in place of a missing picture; decorative, so hidden from screen readers. */
function Plate({ ref, tint, className, children }: PlateProps) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={cx('grid place-items-center overflow-hidden', TINTS[tint % TINTS.length], className)}
    >
      <svg
        viewBox="0 0 100 100"
        fill="none"
        aria-hidden="true"
        className="h-[92%] max-h-44 drop-shadow-[0_4px_5px_rgb(66_42_24/0.14)]"
      >
        <circle cx="50" cy="50" r="43" fill="var(--plate)" />
        <circle cx="50" cy="50" r="35" fill="var(--plate-well)" stroke="var(--plate-line)" strokeWidth="1" />
        <g stroke="var(--plate-ink)" strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
          {children}
        </g>
      </svg>
    </div>
  )
}
