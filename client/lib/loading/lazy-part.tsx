import { type ComponentType, lazy, useState } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/**
 * A part of the page whose code comes when it is first drawn, or was prefetched. Where the code is here, the part is
 * drawn at once: what React has once waited for, be it a moment, it shows 300 ms late.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let here: ComponentType<Props> | undefined
  const fetchPart = importWithRetry(async () => {
    const part = await load()
    here = part.default
    return part
  })
  const Later: ComponentType<Props> = lazy(fetchPart)
  // biome-ignore lint/correctness/noComponentHookFactories: it is called where modules begin, once for each part.
  function Part(props: Props) {
    // One for as long as it is drawn: with another, all that it holds would begin anew.
    const [Shown] = useState(() => here ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Part, { prefetch: fetchPart.prefetch })
}
