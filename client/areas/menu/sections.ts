import { useCallback, useEffect, useRef, useState } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { scrollBehavior } from '../../lib/browser/environment.ts'

export interface MenuSection {
  /** The category's default-language name, which is unique. */
  key: string
  category: string
  categoryRo: string
  items: (MenuItem & Orderable)[]
}

/**
 * The dishes visible to guests: neither the dish nor its category is inactive. If all are visible, returns the same
 * array, so that nothing re-renders when the categories are loaded after the dishes.
 */
export function visibleItems(items: MenuItem[], categories: readonly MenuCategory[]): MenuItem[] {
  const hidden = new Set(categories.filter(({ isActive }) => !isActive).map(({ name }) => name))
  const visible = items.filter((item) => item.isActive !== false && !hidden.has(item.category))
  return visible.length === items.length ? items : visible
}

/** Whether the restaurant has no dish at all; of hidden dishes, at least one category has `hasItems`. */
export function hasNoDishes(items: readonly MenuItem[], categories: readonly MenuCategory[]): boolean {
  return items.length === 0 && !categories.some(({ hasItems }) => hasItems)
}

/** What stands last until the menu is opened anew, so that nothing moves under a guest who reads. */
let last: ReadonlySet<number> | undefined

/** Marks the dishes that stand last (docs/product/menu.md#menu-order). @param isAnew whether the menu is opened now */
export function withLast(items: readonly (MenuItem & Orderable)[], isAnew = false): (MenuItem & Orderable)[] {
  if (isAnew || !last) last = new Set(items.filter(isSoldOut).map(({ id }) => id))
  return items.map((item) => {
    const isLast = last?.has(item.id)
    return isLast === Boolean(item.isLast) ? item : { ...item, isLast }
  })
}

/** Groups dishes by category, in the order of the dishes but for those last. A category without dishes has no section. */
export function menuSections(items: readonly (MenuItem & Orderable)[]): MenuSection[] {
  const sections = new Map<string, MenuSection>()
  for (const item of actionableFirst(items, ({ isLast }) => !isLast)) {
    const section = sections.get(item.category)
    if (section) section.items.push(item)
    else {
      sections.set(item.category, {
        key: item.category,
        category: item.category,
        categoryRo: item.categoryRo,
        items: [item],
      })
    }
  }
  return [...sections.values()]
}

export function firstDishes(sections: readonly MenuSection[], count: number): MenuSection[] {
  const first: MenuSection[] = []
  let remaining = count
  for (const section of sections) {
    if (remaining <= 0) break
    first.push({ ...section, items: section.items.slice(0, remaining) })
    remaining -= section.items.length
  }
  return first
}

/** How many dishes come with the page, apart from the first one of each category. */
const FIRST_DISHES = 8
const MAX_CATEGORIES = 40

/** The dishes that come with the page: the first ones, and the first of each category, so that each can be chosen. */
export function dishesOfPage(items: readonly (MenuItem & Orderable)[]): (MenuItem & Orderable)[] {
  let count = 0
  return menuSections(items).flatMap((section, category) =>
    section.items.filter((_, place) => count++ < FIRST_DISHES || (place === 0 && category < MAX_CATEGORIES)),
  )
}

/**
 * The section at this distance from the top of the window, in pixels, is active (docs/product/menu.md#menu-categories).
 */
const ACTIVE_LINE_PX = 200

/**
 * The key of the section at a vertical position: the first one above all sections, `previous` between two, and the last
 * one at the end of the page, where it may be too short to reach the line.
 */
export function sectionAtLine(
  sections: readonly { key: string; top: number; bottom: number }[],
  line: number,
  previous: string | undefined,
  isAtEnd = false,
): string | undefined {
  const [first] = sections
  if (isAtEnd) return sections.at(-1)?.key
  if (first && line < first.top) return first.key
  return sections.find(({ top, bottom }) => top <= line && line < bottom)?.key ?? previous ?? first?.key
}

const sectionElement = (key: string) => document.getElementById(sectionId(key))

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
      // The sections of a menu that has just changed are rendered a moment later.
      if (keys[0] !== undefined && !sectionElement(keys[0])) scheduleUpdate()
      const boxes = keys.flatMap((key) => {
        const box = sectionElement(key)?.getBoundingClientRect()
        return box ? [{ key, top: box.top, bottom: box.bottom }] : []
      })
      const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.body.scrollHeight - SETTLED_TOLERANCE_PX
      setActive((previous) => sectionAtLine(boxes, ACTIVE_LINE_PX, previous, isAtEnd))
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update)
    }
    const onUserScroll = () => {
      chosen.current = undefined
    }
    // It ends what still scrolls to the chosen category: whatever scrolls next leads away from it.
    const onPress = () => {
      if (chosen.current) chosen.current.settled ??= scrollY
    }
    scheduleUpdate()
    addEventListener('scroll', scheduleUpdate, { passive: true })
    addEventListener('resize', scheduleUpdate)
    addEventListener('pointerdown', onPress, { passive: true })
    for (const event of USER_SCROLL_EVENTS) addEventListener(event, onUserScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
      removeEventListener('resize', scheduleUpdate)
      removeEventListener('pointerdown', onPress)
      for (const event of USER_SCROLL_EVENTS) removeEventListener(event, onUserScroll)
    }
  }, [keys])

  const markActive = useCallback((key: string) => {
    const choice: { settled?: number } = {}
    whenStill(CHOICE_STILL_FRAMES, () => {
      choice.settled ??= scrollY
    })
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
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const
/** A press may begin to drag the scroll bar. */
const LEAVING_EVENTS = [...USER_SCROLL_EVENTS, 'pointerdown'] as const

/** Smooth scrolling may begin some frames later, and is slow at its end. */
const SMOOTH_STILL_FRAMES = 12
/** The heights of dishes that come near the screen are known some frames later, also those that a correction brings. */
const CORRECTIONS = 20
/** Longer than the page is still before a correction, or before a closed search lets it scroll. */
const CHOICE_STILL_FRAMES = 30

/**
 * Calls back when the page has not moved for this many frames: not every browser reports the end of scrolling.
 * @returns a function that cancels the wait
 */
function whenStill(frames: number, onStill: () => void): () => void {
  let position = scrollY
  let still = 0
  const check = () => {
    still = scrollY === position ? still + 1 : 0
    position = scrollY
    if (still < frames) frame = requestAnimationFrame(check)
    else onStill()
  }
  let frame = requestAnimationFrame(check)
  return () => cancelAnimationFrame(frame)
}

/** Where the guest went, until they act. */
let target: HTMLElement | undefined
let stop = () => {}

function leaveTarget(): void {
  stop()
  target = undefined
}

function scrollToTarget(behavior: ScrollBehavior, corrections = CORRECTIONS): void {
  stop()
  target?.scrollIntoView({ behavior, block: 'start' })
  if (!target || corrections === 0) return
  const frames = behavior === 'smooth' ? SMOOTH_STILL_FRAMES : 1
  stop = whenStill(frames, () => scrollToTarget('instant', corrections - 1))
}

/**
 * Scrolls smoothly to an element, then instantly a few times until it stays where it is: the dishes that come near the
 * screen have only estimated heights at first. The second step is skipped if the guest acts meanwhile.
 */
export function goToElement(element: HTMLElement | null): void {
  if (!element) return
  target = element
  // Adding them again has no effect.
  for (const event of LEAVING_EVENTS) addEventListener(event, leaveTarget, { passive: true })
  scrollToTarget(scrollBehavior())
}

/** Scrolls again to where the guest went, unless they have acted since: the dishes that are rendered later move it. */
export function stayAtTarget(): void {
  scrollToTarget('instant')
}

/** Returns a list with what can be acted on now first; the rest follows. Each of both parts keeps its order. */
export const actionableFirst = <Item>(list: readonly Item[], isActionable: (item: Item) => boolean): Item[] => [
  ...list.filter((item) => isActionable(item)),
  ...list.filter((item) => !isActionable(item)),
]
