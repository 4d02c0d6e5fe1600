import { type ComponentType, lazy, useState } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/**
 * A component whose code is loaded when it is first rendered, or earlier by `prefetch`. If the code is loaded, the
 * component renders at once: with `React.lazy` alone React suspends, and then shows the content up to 300 ms late.
 *
 * This is how the dashboard loads its parts. On guests' pages, use `lazy(importWithRetry(…))`: it adds less code to the
 * first view, and a dialog there opens only once its code is loaded. Use `importWithRetry` alone to load code that is
 * not a component, or one file with several components. The routes use `lazyPage` (app/app.tsx) instead, because
 * they load the page's messages with it, and an error there leads to the error page.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = importWithRetry(async () => {
    const part = await load()
    loaded = part.default
    return part
  })
  const Lazy: ComponentType<Props> = lazy(fetchPart)
  function Part(props: Props) {
    // Keep the same component while mounted: switching would remount it and lose its state.
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Part, { prefetch: fetchPart.prefetch })
}
