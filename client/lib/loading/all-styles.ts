let loading: Promise<unknown> | undefined

/**
 * Loads the styles of the parts that are loaded later, which a server-rendered page does not have yet. Earlier
 * they would delay the code. Resolves at once on any other page, and also if they cannot be loaded.
 */
export function allStyles(): Promise<unknown> {
  if (typeof document === 'undefined') return Promise.resolve()
  loading ??= Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-later]')].map(load))
  return loading
}

function load(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve
    link.rel = 'stylesheet'
  })
}
