const AGAIN_AFTER_MS = 2_000

/**
 * Fetches a part of the page's code, again and again until it is there. While the network is away, nothing stands in
 * the part's place and the page around it goes on: a missing dialog must never take an order down with it.
 */
export function patiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  const attempt = async (): Promise<Module> => {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
      return attempt()
    }
  }
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= attempt()
    return loading
  }
}
