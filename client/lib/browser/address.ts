import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** A choice among `words` in the page's query string, by default the first. Another one renders nothing again. */
export function useAddressChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const value = useLocationProperty(() => new URLSearchParams(location.search).get(name))
  const choose = (word: Word) => {
    const next = new URLSearchParams(location.search)
    next.set(name, word)
    navigate(`${location.pathname}?${next}`, { replace: true })
  }
  return [words.find((word) => word === value) ?? words[0], choose]
}

/**
 * Opens a dialog that the address asks for by `open=…`, and takes that from the address: a link from another tab of the
 * dashboard leads straight to the dialog, and a reload does not open it again.
 * @param dialogs what to call for each value; other values are left to other components
 */
export function useOpenByAddress(dialogs: Record<string, () => void>): void {
  const wanted = new URLSearchParams(useSearch()).get('open') ?? ''
  const [path, navigate] = useLocation()
  const open = useEffectEvent(() => {
    const dialog = Object.hasOwn(dialogs, wanted) ? dialogs[wanted] : undefined
    if (!dialog) return
    const rest = new URLSearchParams(location.search)
    rest.delete('open')
    navigate(`${path}?${rest}`, { replace: true })
    dialog()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value.
  useEffect(() => open(), [wanted])
}
