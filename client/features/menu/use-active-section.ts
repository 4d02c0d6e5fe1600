import { useCallback, useEffect, useRef, useState } from 'react'
import { scrollBehavior } from '../../lib/browser/scroll-behavior.ts'
import { ACTIVE_LINE_PX, sectionAtLine } from './sections.ts'

const sectionElement = (key: string) => document.getElementById(sectionId(key))

/** The id of a category's section in the DOM. */
export function sectionId(key: string): string {
  return `category-${encodeURIComponent(key)}`
}

/**
 * The key of the active category, a function that scrolls to one, and one that only marks it as active.
 * @param keys the keys of the sections, from top to bottom
 */
export function useActiveSection(keys: readonly string[]) {
  const [active, setActive] = useState<string>()
  // A chosen category stays active until the guest scrolls, because a short last section never reaches the line.
  // `settled` is the scroll position at which the page came to rest, in pixels.
  const chosen = useRef<{ settled?: number }>(undefined)

  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      if (chosen.current) {
        const { settled } = chosen.current
        if (settled === undefined || Math.abs(scrollY - settled) < SETTLED_TOLERANCE_PX) return
        chosen.current = undefined
      }
      const boxes = keys.flatMap((key) => {
        const box = sectionElement(key)?.getBoundingClientRect()
        return box ? [{ key, top: box.top, bottom: box.bottom }] : []
      })
      setActive((previous) => sectionAtLine(boxes, ACTIVE_LINE_PX, previous))
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update)
    }
    const onUserScroll = () => {
      chosen.current = undefined
    }
    scheduleUpdate()
    addEventListener('scroll', scheduleUpdate, { passive: true })
    addEventListener('resize', scheduleUpdate)
    for (const event of USER_SCROLL_EVENTS) addEventListener(event, onUserScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
      removeEventListener('resize', scheduleUpdate)
      for (const event of USER_SCROLL_EVENTS) removeEventListener(event, onUserScroll)
    }
  }, [keys])

  const markActive = useCallback((key: string) => {
    const choice: { settled?: number } = {}
    whenAtRest(() =>
      requestAnimationFrame(() => {
        choice.settled ??= scrollY
      }),
    )
    chosen.current = choice
    setActive(key)
  }, [])
  const goTo = useCallback(
    (key: string) => {
      whenRendered(key, (section) => {
        markActive(key)
        section.querySelector('h2')?.focus({ preventScroll: true })
        goToElement(section)
      })
    },
    [markActive],
  )

  return { active: active && keys.includes(active) ? active : keys[0], goTo, markActive }
}

const MAX_FRAMES = 120

/** Calls `go` once the section is rendered: a guest may choose a category before its dishes are. */
function whenRendered(key: string, go: (section: HTMLElement) => void, frames = MAX_FRAMES): void {
  const section = sectionElement(key)
  if (section) go(section)
  else if (frames > 0) requestAnimationFrame(() => whenRendered(key, go, frames - 1))
}

const SETTLED_TOLERANCE_PX = 8
const QUIET_MS = 1500
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const

let cancelPrevious = () => {}

/**
 * Calls back when scrolling has ended (`ended` is true), or when there was none for `QUIET_MS`. A fixed time would not
 * do: scrolling through a long menu may take longer. @returns a function that cancels the wait
 */
function whenAtRest(onRest: (ended: boolean) => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('scroll', wait)
    removeEventListener('scrollend', end)
  }
  const settle = (ended: boolean) => {
    stop()
    onRest(ended)
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
 * Scrolls smoothly to an element, then once more instantly, because off-screen sections have only estimated heights at
 * first. The second step is skipped if the guest scrolls meanwhile, or if the first one does not end in time.
 */
export function goToElement(element: HTMLElement | null): void {
  if (!element) return
  cancelPrevious()
  const stop = whenAtRest((ended) => {
    cancelPrevious()
    if (ended) element.scrollIntoView({ behavior: 'instant', block: 'start' })
  })
  cancelPrevious = () => {
    stop()
    for (const event of USER_SCROLL_EVENTS) removeEventListener(event, cancelPrevious)
    cancelPrevious = () => {}
  }
  for (const event of USER_SCROLL_EVENTS) addEventListener(event, cancelPrevious, { passive: true })
  element.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
}
