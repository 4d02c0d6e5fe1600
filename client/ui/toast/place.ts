/** A toast is not higher than this, in pixels, with the space around it. */
const TOAST_HEIGHT = 150
const TOAST_WIDTH = 448
/** Below this width, toasts appear at the top and over the whole width. */
const WIDE_FROM = 640

/** What says where one is, or is pressed next: never covered by a toast. */
const KEPT_FREE = '[data-kept-free]'
/** A banner that warns across the page: a toast below it covers tabs or notices rather than the cards. */
const WARNING = '[role=alert][data-kept-free]'

let lastPress: DOMRect | undefined
// A key press clicks, too. In the capture phase, because the control may be removed by its own handler.
addEventListener(
  'click',
  ({ target }) => {
    const control = target instanceof Element ? (target.closest('button, a, label, [role]') ?? target) : undefined
    // A toast that answers a toast's button takes its place.
    lastPress = control?.closest('[data-toast]') ? undefined : control?.getBoundingClientRect()
  },
  { capture: true },
)

export interface ToastPlace {
  edge: 'top' | 'bottom'
  /** The distance from that edge, in pixels. */
  offset: number
}

/**
 * Where the next toast appears: below a banner that is on the screen, or else at the top on phones and at the bottom
 * elsewhere, or else where it covers neither the control that was last pressed, of which it probably speaks, nor what is
 * marked as `data-kept-free`.
 */
export function placeOfToast(): ToastPlace {
  const isWide = innerWidth >= WIDE_FROM
  const left = isWide ? innerWidth - TOAST_WIDTH : 0
  const kept = [...document.querySelectorAll(KEPT_FREE)]
    // Measuring content that the browser skips, far below the screen, would lay it out.
    .filter((element) => element.checkVisibility?.({ contentVisibilityAuto: true }) !== false)
    .map((element) => element.getBoundingClientRect())
  const inColumn = [...kept, ...(lastPress ? [lastPress] : [])].filter(
    ({ height, right, bottom, top }) => height > 0 && right > left && bottom > 0 && top < innerHeight,
  )
  const covered = ({ edge, offset }: ToastPlace) => {
    const from = edge === 'top' ? offset : innerHeight - offset - TOAST_HEIGHT
    return inColumn.filter(({ top, bottom }) => bottom > from && top < from + TOAST_HEIGHT)
  }
  const atTop: ToastPlace = { edge: 'top', offset: 0 }
  const atBottom: ToastPlace = { edge: 'bottom', offset: 0 }
  const usual = isWide ? atBottom : atTop
  const above = Math.min(...covered(atBottom).map(({ top }) => top))
  const belowWarning = document.querySelector(WARNING)?.getBoundingClientRect().bottom ?? 0
  const places = [
    ...(belowWarning > 0 ? [{ edge: 'top', offset: belowWarning } as const] : []),
    usual,
    isWide ? atTop : atBottom,
    { edge: 'bottom', offset: innerHeight - above } as const,
  ]
  return places.find((place) => covered(place).length === 0) ?? usual
}
