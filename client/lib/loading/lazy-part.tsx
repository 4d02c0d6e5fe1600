import { type ComponentType, lazy, useState } from 'react'
import { type NeededWords, withWords } from '../words/load-words.ts'
import { importWithRetry } from './import-with-retry.ts'

/**
 * A component whose code and words are loaded when it is first rendered, or earlier by `prefetch`. If they are loaded,
 * it renders at once: with `React.lazy` alone React suspends, and then shows the content up to 300 ms late. Use
 * `importWithRetry` to load code that is not a component.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...words: readonly NeededWords[]
) {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = importWithRetry(async () => {
    const part = await words.reduce((module, part) => withWords(part, module), load())
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
