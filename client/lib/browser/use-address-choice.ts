import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/**
 * A choice among `words`, stored in the page's query string under `name`; the first of them by default. Another choice
 * in the query string does not render the component again.
 */
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
