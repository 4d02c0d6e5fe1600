import { ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { scrollBehavior } from '../../lib/browser/environment.ts'
import { cx } from '../../ui/index.ts'

const ARROW = 'disc absolute top-1 size-10 bg-paper text-muted hover:bg-sunk max-md:hidden'

/** Arrows at the ends of the row of categories, each where the row goes on. */
export default function StripArrows({ strip }: { strip: RefObject<HTMLElement | null> }) {
  const [isBefore, setBefore] = useState(false)
  const [isAfter, setAfter] = useState(false)
  // Also whenever other categories are shown.
  useEffect(() => {
    const row = strip.current
    const lookForMore = () => {
      const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = row ?? {}
      setBefore(scrollLeft > 1)
      setAfter(scrollLeft + clientWidth < scrollWidth - 1)
    }
    lookForMore()
    row?.addEventListener('scroll', lookForMore, { passive: true })
    addEventListener('resize', lookForMore)
    return () => {
      row?.removeEventListener('scroll', lookForMore)
      removeEventListener('resize', lookForMore)
    }
  })

  // Only for a mouse: the keyboard and screen readers reach each category itself.
  const arrow = (direction: 1 | -1, place: string) => (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => {
        const row = strip.current
        row?.scrollBy({ left: direction * row.clientWidth * 0.7, behavior: scrollBehavior() })
      }}
      className={cx(ARROW, place)}
    >
      <ChevronRight className="size-5" />
    </button>
  )
  return (
    <>
      {isBefore && arrow(-1, 'left-10 rotate-180')}
      {isAfter && arrow(1, 'right-0')}
    </>
  )
}
