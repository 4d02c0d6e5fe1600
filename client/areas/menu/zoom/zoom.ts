/** Zoom levels of the picture viewer, in percent of the size that fits (docs/product/menu.md#menu-zoom). */
const MIN_ZOOM = 50
const MAX_ZOOM = 200
const ZOOM_STEP = 25
/** The zoom each time the viewer opens. */
export const START_ZOOM = 100

/** Whether `zoomOut` would change the zoom, in percent. */
export const canZoomOut = (zoom: number): boolean => zoom > MIN_ZOOM
/** Whether `zoomIn` would change the zoom, in percent. */
export const canZoomIn = (zoom: number): boolean => zoom < MAX_ZOOM

/** The zoom one step smaller, in percent; 50 stays 50. */
export function zoomOut(zoom: number): number {
  return Math.max(MIN_ZOOM, zoom - ZOOM_STEP)
}

/** The zoom one step larger, in percent; 200 stays 200. */
export function zoomIn(zoom: number): number {
  return Math.min(MAX_ZOOM, zoom + ZOOM_STEP)
}

/**
 * The point of the content that is in the middle of the visible area: 0 is the start of the content, 1 its end.
 * @param scrolled in pixels, like `view` and `content`
 */
export function middleOf(scrolled: number, view: number, content: number): number {
  return content > view ? (scrolled + view / 2) / content : 0.5
}

/**
 * The scroll position in pixels that brings a point of the content to the middle, as far as the edges allow.
 * @param middle as returned by `middleOf`
 */
export function scrollPosition(middle: number, view: number, content: number): number {
  return Math.min(Math.max(0, middle * content - view / 2), Math.max(0, content - view))
}
