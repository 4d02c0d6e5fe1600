import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

/** The slide that a carousel shows, and functions that go to others. */
export interface Motion {
  selected: number
  canGoBack: boolean
  canGoOn: boolean
  /** Whether somebody has changed the slide: from then on a screen reader hears which one is shown. */
  moved: boolean
  back: () => void
  on: () => void
  to: (index: number) => void
}

interface CarouselMotionProps {
  /** What shows one slide; its only child holds them all in a row. */
  viewport: HTMLElement
  onMotion: (motion: Motion) => void
}

/**
 * Makes a row of slides loop, by finger, mouse and buttons. Loaded after the first view, in which the first slide
 * stands already: it draws nothing itself.
 */
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
        back: () => carousel.scrollPrev(wantsLessMotion()),
        on: () => carousel.scrollNext(wantsLessMotion()),
        to: (index) => carousel.scrollTo(index, wantsLessMotion()),
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

const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
