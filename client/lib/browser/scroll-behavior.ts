/** How a page scrolls by itself: smoothly, unless its person asked the device for less motion. */
export function scrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
