/** A toast is not higher than this, in pixels, with the space around it. */
const TOAST_HEIGHT = 150
const TOAST_WIDTH = 448
/** Below this width, toasts appear at the top and over the whole width. */
const WIDE_FROM = 640

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

/** Whether a toast at its usual place would cover the control that was last pressed: the toast probably speaks of it. */
export function isLastPressCovered(): boolean {
  if (!lastPress || lastPress.height === 0) return false
  if (innerWidth < WIDE_FROM) return lastPress.top < TOAST_HEIGHT
  return lastPress.bottom > innerHeight - TOAST_HEIGHT && lastPress.right > innerWidth - TOAST_WIDTH
}
