import { useCallback, useEffect, useRef, useState } from 'react'
import { scrollBehavior } from '../../lib/browser/scroll-behavior.ts'
import { ACTIVE_LINE_PX, sectionAtLine } from './sections.ts'

const sectionElement = (key: string) => document.getElementById(sectionId(key))

/** The id of a category's section on the page. */
export function sectionId(key: string): string {
  return `category-${encodeURIComponent(key)}`
}

/** The active category, and a function that scrolls to one. `keys` are those of the sections, from top to bottom. */
export function useActiveSection(keys: readonly string[]) {
  const [active, setActive] = useState<string>()
  // A category that was asked for stays the active one until the page is scrolled on: a short last section never
  // reaches the line. `settled` is where the page came to rest.
  const asked = useRef<{ settled?: number }>(undefined)

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (asked.current) {
        const { settled } = asked.current
        if (settled === undefined || Math.abs(scrollY - settled) < STILL_PX) return
        asked.current = undefined
      }
      const places = keys.flatMap((key) => {
        const box = sectionElement(key)?.getBoundingClientRect()
        return box ? [{ key, top: box.top, bottom: box.bottom }] : []
      })
      setActive((before) => sectionAtLine(places, ACTIVE_LINE_PX, before))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    const byHand = () => {
      asked.current = undefined
    }
    soon()
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    for (const event of HAND_EVENTS) addEventListener(event, byHand, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
      for (const event of HAND_EVENTS) removeEventListener(event, byHand)
    }
  }, [keys])

  const mark = useCallback((key: string) => {
    const mine: { settled?: number } = {}
    atRest(() =>
      requestAnimationFrame(() => {
        mine.settled ??= scrollY
      }),
    )
    asked.current = mine
    setActive(key)
  }, [])
  const goTo = useCallback(
    (key: string) => {
      whenDrawn(key, (section) => {
        mark(key)
        section.querySelector('h2')?.focus({ preventScroll: true })
        goToElement(section)
      })
    },
    [mark],
  )

  return { active: active && keys.includes(active) ? active : keys[0], goTo, mark }
}

const FRAMES_TO_DRAW = 120

/** The first dishes are drawn before the rest: a quick guest may choose a category that is not drawn yet. */
function whenDrawn(key: string, go: (section: HTMLElement) => void, frames = FRAMES_TO_DRAW): void {
  const section = sectionElement(key)
  if (section) go(section)
  else if (frames > 0) requestAnimationFrame(() => whenDrawn(key, go, frames - 1))
}

const STILL_PX = 8
const QUIET_MS = 1500
const HAND_EVENTS = ['wheel', 'touchmove', 'keydown'] as const

let letGo = () => {}

/**
 * Waits until the page has come to rest: the scrolling has ended, or for a while there was none. The way through a
 * long menu takes longer than any fixed time. @returns a function that cancels the wait
 */
function atRest(rested: (ended: boolean) => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('scroll', wait)
    removeEventListener('scrollend', end)
  }
  const settle = (ended: boolean) => {
    stop()
    rested(ended)
  }
  const end = () => settle(true)
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => settle(false), QUIET_MS)
  }
  addEventListener('scroll', wait, { passive: true })
  addEventListener('scrollend', end)
  wait()
  return stop
}

/**
 * Scrolls smoothly, and once more at the end, because sections off screen had only estimated heights before. The second
 * scrolling is left out if the guest has scrolled meanwhile, or if the first one did not end in time.
 */
export function goToElement(element: HTMLElement | null): void {
  if (!element) return
  letGo()
  const stop = atRest((ended) => {
    letGo()
    if (ended) element.scrollIntoView({ behavior: 'instant', block: 'start' })
  })
  letGo = () => {
    stop()
    for (const event of HAND_EVENTS) removeEventListener(event, letGo)
    letGo = () => {}
  }
  for (const event of HAND_EVENTS) addEventListener(event, letGo, { passive: true })
  element.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
}
