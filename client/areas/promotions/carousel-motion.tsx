import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

export interface Motion {
  selected: number
  canGoBack: boolean
  canGoOn: boolean
  /** Whether the user has changed the slide: from then on, changes are announced to screen readers. */
  moved: boolean
  back: () => void
  on: () => void
  to: (index: number) => void
}

interface CarouselMotionProps {
  /** The element in which one slide is visible; its only child contains all slides in a row. */
  viewport: HTMLElement
  onMotion: (motion: Motion) => void
}

/** Makes a row of slides loop. Renders nothing: the first slide is visible before this code is loaded. */
export default function CarouselMotion({ viewport, onMotion }: CarouselMotionProps) {
  const [attach, carousel] = useEmblaCarousel({ loop: true, align: 'start', duration: 22 })

  useEffect(() => attach(viewport), [attach, viewport])

  useEffect(() => {
    if (!carousel) return
    const report = (moved: boolean) =>
      onMotion({
        selected: carousel.selectedScrollSnap(),
        canGoBack: carousel.canScrollPrev(),
        canGoOn: carousel.canScrollNext(),
        moved,
        back: () => carousel.scrollPrev(prefersReducedMotion()),
        on: () => carousel.scrollNext(prefersReducedMotion()),
        to: (index) => carousel.scrollTo(index, prefersReducedMotion()),
      })
    const select = () => report(true)
    const reInit = () => report(false)
    report(false)
    carousel.on('select', select).on('reInit', reInit)
    return () => {
      carousel.off('select', select).off('reInit', reInit)
    }
  }, [carousel, onMotion])

  return null
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
