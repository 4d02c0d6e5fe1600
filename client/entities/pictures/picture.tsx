import { type CSSProperties, type ReactNode, useState } from 'react'
import { localTime } from '#shared/domain/local-time.ts'
import {
  isDaily,
  isOwnPicture,
  PICTURE_WIDTHS,
  PREVIEW_WIDTH,
  pictureAt,
  pictureOfDay,
} from '#shared/domain/pictures.ts'
import { cx } from '../../ui/cx.ts'
import { useSettings } from '../settings/index.ts'
import { useNearView } from './near-view.ts'

export interface PictureProps {
  url: string
  /** How wide the picture is drawn before it is cropped, as `sizes` says it. */
  sizes: string
  /** Shown if there is no picture or it fails to load. */
  placeholder: ReactNode
  /** Empty where the picture only decorates what stands beside it. */
  alt?: string | undefined
  /** In the first view: asked for at once, instead of when it comes near. */
  eager?: boolean | undefined
  /** A smaller version that is shown blurred until the picture is there: an address, or our own picture's smallest. */
  preview?: string | boolean | undefined
  /** Told the proportion of the picture, width by height, once it is known. */
  onRatio?: ((ratio: number) => void) | undefined
  /** The colour behind it. */
  ground?: string | undefined
  /** Position, size and corners of the box, which stays the same while the picture loads. */
  className?: string | undefined
  style?: CSSProperties | undefined
  /** Drawn over the picture; not over its placeholder. */
  children?: ReactNode
}

/**
 * The one way in which a picture by URL is shown: a skeleton (or a blurred preview) until it is loaded, asked for from
 * 200 px before view in the width that the screen needs, a placeholder where it fails. Its box never changes.
 */
export function Picture(props: PictureProps) {
  // Only what changes daily needs the restaurant's calendar: the others need not follow its settings.
  return isDaily(props.url) ? <DailyPicture {...props} /> : <LoadingPicture key={props.url} {...props} />
}

function DailyPicture(props: PictureProps) {
  const { timeZone } = useSettings()
  const url = pictureOfDay(props.url, localTime(new Date(), timeZone).day)
  return <LoadingPicture key={url} {...props} url={url} />
}

/** `arriving`: loaded, and what stood in its place fades. */
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
  const [watch, near] = useNearView()
  const [phase, setPhase] = useState<Phase>('loading')
  const missing = !url || phase === 'failed'
  const tellRatio = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (naturalHeight > 0) onRatio?.(naturalWidth / naturalHeight)
  }
  return (
    <div ref={watch} data-picture={url ? phase : 'failed'} className={cx('relative', className)} style={style}>
      <div className={cx('absolute inset-0 isolate overflow-hidden rounded-[inherit]', !missing && ground)}>
        {missing && placeholder}
        {!missing && (near || eager) && (
          <>
            {phase !== 'there' && (
              <Veil
                preview={previewOf(url, preview)}
                lifted={phase === 'arriving'}
                onGone={() => setPhase('there')}
                onLoad={tellRatio}
              />
            )}
            <img
              // A picture that the browser has at hand needs no veil.
              ref={(image) => {
                if (image?.complete && image.naturalWidth > 0) {
                  setPhase((now) => (now === 'loading' ? 'there' : now))
                  tellRatio(image)
                }
              }}
              src={url}
              srcSet={widthsOf(url)}
              sizes={sizes}
              alt={alt}
              decoding="async"
              onLoad={({ currentTarget }) => {
                setPhase((now) => (now === 'loading' ? 'arriving' : now))
                tellRatio(currentTarget)
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
  lifted: boolean
  onGone: () => void
  onLoad: (image: HTMLImageElement) => void
}

/** What lies over a picture while it loads: the preview, and until that is there, a skeleton. */
function Veil({ preview, lifted, onGone, onLoad }: VeilProps) {
  const [failed, setFailed] = useState(false)
  return (
    <span
      aria-hidden="true"
      onTransitionEnd={onGone}
      className={cx('absolute inset-0 z-1 transition-opacity duration-200', lifted && 'opacity-0')}
    >
      <span className="absolute inset-0 animate-pulse bg-ink/5" />
      {preview && !failed && (
        <img
          src={preview}
          alt=""
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
          onError={() => setFailed(true)}
          // Larger than its box: a blur is see-through at its edges.
          className="absolute inset-0 size-full scale-110 object-cover blur-[7px]"
        />
      )}
    </span>
  )
}

// Only our own pictures are stored in a smaller width too.
function previewOf(url: string, preview: string | boolean | undefined): string | undefined {
  if (!preview || !isOwnPicture(url)) return undefined
  return preview === true ? pictureAt(url, PREVIEW_WIDTH) : preview
}

// A picture of somebody else's server has one width.
function widthsOf(url: string): string | undefined {
  if (!isOwnPicture(url)) return undefined
  return PICTURE_WIDTHS.filter((width) => width !== PREVIEW_WIDTH)
    .map((width) => `${pictureAt(url, width)} ${width}w`)
    .join(', ')
}
