/** How large the picture viewer shows a picture, in percent of what fits its view (specification, section 9). */
export const MIN_ZOOM = 50
export const MAX_ZOOM = 200
export const ZOOM_STEP = 25
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
 * How far a view must be scrolled so that what stood in its middle stands there still after zooming.
 * @param scrolled how far it was scrolled, in pixels
 * @param view how long the view is in that direction, in pixels
 */
export function keepMiddle(scrolled: number, view: number, before: number, after: number): number {
  return Math.max(0, ((scrolled + view / 2) * after) / before - view / 2)
}
