import { useLocation, useSearch } from 'wouter'

/** A choice among `words`, stored in the page's query string under `name`; the first of them by default. */
export function useAddressChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const value = new URLSearchParams(search).get(name)
  const choose = (word: Word) => {
    // Read the address now: another choice may have changed it since this was rendered.
    const next = new URLSearchParams(location.search)
    next.set(name, word)
    navigate(`${path}?${next}`, { replace: true })
  }
  return [words.find((word) => word === value) ?? words[0], choose]
}
