import { useLocation, useSearch } from 'wouter'

/** One of a few words that the page's address holds under a name; the first where it holds none of them. */
export function useAddressChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const held = new URLSearchParams(search).get(name)
  const choose = (word: Word) => {
    // Read now: a choice under another name may have changed the address since this was drawn.
    const next = new URLSearchParams(location.search)
    next.set(name, word)
    navigate(`${path}?${next}`, { replace: true })
  }
  return [words.find((word) => word === held) ?? words[0], choose]
}
