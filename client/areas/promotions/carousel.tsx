import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { getPromotions, ShownPromotion } from '#shared/contracts/promotions.ts'
import { descriptionIn, titleIn } from '#shared/domain/language.ts'
import { callApi } from '../../lib/api/api.ts'
import { useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { cx, language, Part, Skeleton, t } from '../../ui/index.ts'
import { DishPlate, Picture } from '../pictures/index.ts'
import type { Motion } from './carousel-motion.tsx'

/** A focused button must not be hidden by the header. */
const BELOW_HEADER = 'scroll-mt-[calc(var(--header)+12px)]'

interface CarouselDotsProps {
  total: number
  selected: number
  /** Undefined until the carousel can move. */
  onChoose: ((index: number) => void) | undefined
}

/** A dot for each slide, which shows it. With many slides they are close; the arrows are an alternative. */
function CarouselDots({ total, selected, onChoose }: CarouselDotsProps) {
  return (
    <div className="promotion-dots">
      {Array.from({ length: total }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
          key={index}
          type="button"
          aria-label={t('promotions.place', { number: index + 1, total })}
          aria-current={index === selected || undefined}
          disabled={!onChoose}
          onClick={() => onChoose?.(index)}
          className={cx(BELOW_HEADER, 'grid h-11 min-w-0 place-items-center pt-5', index === selected ? 'w-9' : 'w-6')}
        >
          <span
            className={cx(
              'h-1.5 rounded-full transition-[width,background-color]',
              index === selected ? 'w-[18px] bg-on-promotion' : 'w-1.5 bg-on-promotion/65',
            )}
          />
        </button>
      ))}
    </div>
  )
}

type PromotionPictureProps = Omit<ComponentProps<typeof Picture>, 'url' | 'placeholder'> & {
  promotion: Pick<ShownPromotion, 'id' | 'imageUrl' | 'title' | 'titleRo'>
  /** The background of a plate: its own tint, or what is behind it. */
  plateGround?: string
}

/** A promotion's picture, or the plate that a dish of its title would have. Decorative: its title is beside it. */
export function PromotionPicture({ promotion, plateGround, ...rest }: PromotionPictureProps) {
  const { id, imageUrl, title, titleRo } = promotion
  const plate = <DishPlate dish={{ id, name: title, nameRo: titleRo, tags: [] }} className={plateGround} />
  return <Picture url={imageUrl} placeholder={plate} {...rest} />
}

/** The height of a slide, the same on every page and while it loads. */
export const SLIDE_HEIGHT = 'h-[132px] md:h-[176px] lg:h-[160px]'

/** A promotion: the picture on the right, and the text on the left on a background that keeps it legible. */
export function Slide({ promotion, eager }: { promotion: ShownPromotion; eager: boolean }) {
  const title = titleIn(language, promotion)
  const description = descriptionIn(language, promotion)
  return (
    <div className="relative h-full promotion-ground overflow-hidden rounded-card text-on-promotion">
      <div className="promotion-picture">
        <PromotionPicture
          promotion={promotion}
          sizes="(min-width: 1024px) 427px, (min-width: 768px) 469px, 352px"
          plateGround="bg-transparent! justify-items-end! pr-4 md:pr-14"
          eager={eager}
          preview
          ground="bg-transparent"
          className="size-full"
        />
      </div>
      <div className="promotion-text">
        <h2 title={title} className="display line-clamp-2 text-balance">
          {title}
        </h2>
        <p title={description} className="line-clamp-3 text-pretty">
          {description}
        </p>
      </div>
    </div>
  )
}

const CarouselMotion = lazyPart(() => import('./carousel-motion.tsx'))

/** Promotions as looping slides, with arrows and dots if there are several. The carousel never moves by itself. */
function Carousel({ promotions, className }: { promotions: readonly ShownPromotion[]; className: string }) {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [motion, setMotion] = useState<Motion>()
  const hasSeveral = promotions.length > 1
  const canMove = useIdleOrTouched()
  const total = promotions.length
  const selected = Math.min(motion?.selected ?? 0, total - 1)
  const shownPromotion = promotions[selected]
  /** Whether a slide is visible or next to the visible one, so that its picture is loaded before a swipe. */
  const isNear = (index: number) => motion && [0, 1, total - 1].includes((index - selected + total) % total)

  return (
    <section aria-roledescription={t('promotions.carousel')} aria-label={t('promotions.title')} className={className}>
      <div ref={setViewport} className="h-full overflow-clip rounded-card">
        <div className="-ml-3 flex h-full touch-pan-y touch-pinch-zoom">
          {promotions.map((promotion, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel is a group (ARIA practices), not a fieldset
            <div
              key={promotion.id}
              role="group"
              aria-roledescription={t('promotions.slide')}
              aria-label={t('promotions.place', { number: index + 1, total })}
              aria-hidden={index !== selected}
              className="min-w-0 shrink-0 grow-0 basis-full pl-3"
            >
              <Slide promotion={promotion} eager={index === 0 || isNear(index) === true} />
            </div>
          ))}
        </div>
      </div>
      {hasSeveral && (
        <>
          <CarouselDots total={total} selected={selected} onChoose={motion?.to} />
          <div className="promotion-arrows">
            <Arrow
              icon={ChevronLeft}
              label={t('promotions.previous')}
              disabled={!motion?.canGoBack}
              onClick={motion?.back}
            />
            <Arrow icon={ChevronRight} label={t('promotions.next')} disabled={!motion?.canGoOn} onClick={motion?.on} />
          </div>
          <p role="status" className="sr-only">
            {motion?.moved &&
              shownPromotion &&
              t('promotions.shown', { number: selected + 1, total, title: titleIn(language, shownPromotion) })}
          </p>
          {canMove && viewport && (
            <Part>
              <CarouselMotion viewport={viewport} onMotion={setMotion} />
            </Part>
          )}
        </>
      )}
    </section>
  )
}

interface ArrowProps {
  icon: LucideIcon
  label: string
  disabled: boolean
  onClick: (() => void) | undefined
}

function Arrow({ icon: Icon, label, disabled, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        BELOW_HEADER,
        'disc touch size-8 bg-card text-ink shadow-soft hover:bg-sunk disabled:opacity-50 md:size-10',
      )}
    >
      <Icon aria-hidden="true" className="size-[18px] md:size-5" />
    </button>
  )
}

// Fresh for 5 minutes, cached for 30 (docs/product/promotions.md#promotions-fresh).
const FRESH_MS = 5 * 60_000
const CACHED_MS = 30 * 60_000

export const promotionsQuery = {
  queryKey: ['/api/promotions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof getPromotions>('GET /api/promotions', { signal }),
  staleTime: FRESH_MS,
  gcTime: CACHED_MS,
  // No retry after an early failure: the page would reserve room for promotions and might have to remove it again.
  retryOnMount: false,
}

/** The promotions visible now; undefined while loading, and none if they could not be loaded. */
function usePromotions(): ShownPromotion[] | undefined {
  const { data, isError } = useQuery(promotionsQuery)
  return data ?? (isError ? [] : undefined)
}

/** The same size while loading and afterwards, so that the dishes below never move. */
const BOX_CLASSES = `relative mt-4 md:mt-6 ${SLIDE_HEIGHT}`

interface PromotionsProps {
  /** Whether the page below is still a placeholder: without promotions, the box disappears together with it. */
  loading: boolean
}

/** The promotions visible now: a placeholder while they load, and nothing if there are none. */
export function Promotions({ loading }: PromotionsProps) {
  const promotions = usePromotions()
  if (promotions && promotions.length > 0) return <Carousel promotions={promotions} className={BOX_CLASSES} />
  if (promotions && !loading) return null
  return (
    <section aria-label={t('promotions.title')} aria-busy="true" className={BOX_CLASSES}>
      <Skeleton className="size-full rounded-card" />
    </section>
  )
}
