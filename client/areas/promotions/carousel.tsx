import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import { titleIn } from '#shared/domain/language.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { cx } from '../../ui/cx.ts'
import { CarouselDots } from './carousel-dots.tsx'
import type { Motion } from './carousel-motion.tsx'
import { Slide } from './slide.tsx'

const CarouselMotion = lazy(importWithRetry(() => import('./carousel-motion.tsx')))

interface CarouselProps {
  promotions: readonly ShownPromotion[]
  className: string
}

/** Promotions as looping slides, with arrows and dots if there are several. The carousel never moves by itself. */
export function Carousel({ promotions, className }: CarouselProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [motion, setMotion] = useState<Motion>()
  const hasSeveral = promotions.length > 1
  const [canMove, startMotion] = useDeferredStart()
  const total = promotions.length
  const selected = Math.min(motion?.selected ?? 0, total - 1)
  const shownPromotion = promotions[selected]
  /** Whether a slide is visible or next to the visible one, so that its picture is loaded before a swipe. */
  const isNear = (index: number) => motion && [0, 1, total - 1].includes((index - selected + total) % total)

  return (
    <section
      aria-roledescription={t('promotions.carousel')}
      aria-label={t('promotions.title')}
      onPointerEnter={startMotion}
      // A focused button must not be hidden by the header.
      className={cx('[&_button]:scroll-mt-[calc(var(--header)+12px)]', className)}
    >
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
              <Slide promotion={promotion} language={language} eager={index === 0 || isNear(index) === true} />
            </div>
          ))}
        </div>
      </div>
      {hasSeveral && (
        <>
          <CarouselDots total={total} selected={selected} onChoose={motion?.to} />
          <div className="absolute right-2.5 bottom-2.5 flex gap-1.5 md:right-4 md:bottom-4 md:gap-2">
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
            <Suspense fallback={null}>
              <CarouselMotion viewport={viewport} onMotion={setMotion} />
            </Suspense>
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
      className="touch grid size-8 place-items-center rounded-full bg-card text-ink shadow-soft transition-opacity hover:bg-sunk disabled:opacity-50 md:size-10"
    >
      <Icon aria-hidden="true" className="size-[18px] md:size-5" />
    </button>
  )
}

/** False until the browser is idle or the user is about to use the carousel. */
function useDeferredStart(): [boolean, () => void] {
  const [isStarted, setStarted] = useState(false)
  useEffect(() => whenIdle(() => setStarted(true)), [])
  return [isStarted, () => setStarted(true)]
}
