/** How large the picture viewer shows a picture, in percent of what fits its view (docs/product.md#menu-zoom). */
const MIN_ZOOM = 50
const MAX_ZOOM = 200
const ZOOM_STEP = 25
/** Where the viewer begins, every time it opens. */
export const START_ZOOM = 100

export const canZoomOut = (zoom: number): boolean => zoom > MIN_ZOOM
export const canZoomIn = (zoom: number): boolean => zoom < MAX_ZOOM

/** One step smaller; at 50 % it stays. */
export function zoomOut(zoom: number): number {
  return Math.max(MIN_ZOOM, zoom - ZOOM_STEP)
}

/** One step larger; at 200 % it stays. */
export function zoomIn(zoom: number): number {
  return Math.min(MAX_ZOOM, zoom + ZOOM_STEP)
}

/**
 * Which part of what is scrolled stands in the middle of its view: 0 its beginning, 1 its end.
 * @param scrolled in pixels, like the lengths of the view and of what is in it
 */
export function middleOf(scrolled: number, view: number, content: number): number {
  return content > view ? (scrolled + view / 2) / content : 0.5
}

/** How far must be scrolled so that this part stands in the middle, as far as the edges allow. */
export function scrollTo(middle: number, view: number, content: number): number {
  return Math.min(Math.max(0, middle * content - view / 2), Math.max(0, content - view))
}
