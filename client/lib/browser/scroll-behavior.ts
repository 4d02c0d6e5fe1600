/** Scroll behaviour for scrolling from code: smooth, unless the device is set to reduce motion. */
export function scrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
