import { foldText } from './text.ts'

/** Signs within words, as `foldText` writes them. */
const SIGNS = /['-]/g

/** Folds texts for a search, without signs within words: "Coca-Cola" and "Cocacola" are the same. */
export function searchedText(...texts: readonly string[]): string {
  // A folded text has no line break, so that no match spans two texts.
  return texts.map(foldText).join('\n').replace(SIGNS, '')
}

/**
 * Returns a regular expression, for JavaScript and PostgreSQL, that finds the query in a `searchedText`. A typed sign
 * or space may be missing there: "coca cola" finds "Coca-Cola" too. Signs alone find nothing.
 */
export function searchPattern(query: string): string {
  // A space between digits stays, because numbers that are run together are other numbers.
  const folded = foldText(query)
  const numbers = folded.replace(/(\d) (?=\d)/g, '$1\n').split('\n')
  const pattern = numbers
    .map((part) =>
      part
        .split(/[ '-]+/)
        .filter(Boolean)
        .map(literally)
        .join(' *'),
    )
    .join(' +')
  // No searched text has a sign.
  return pattern === '' && folded.trim() !== '' ? '-' : pattern
}

/**
 * `searchPattern`, or whole words that were typed without the space between them: "cocacola" finds "Coca Cola". The
 * words are the first group of the match, which may begin with the character before them.
 */
export function searchExpression(query: string): RegExp {
  const characters = Array.from(searchedText(query).replaceAll(' ', ''), literally)
  if (characters.length === 0) return new RegExp(searchPattern(query), 'u')
  return new RegExp(`${searchPattern(query)}|(?:^|[^\\p{L}\\p{N}])(${characters.join(' *')})(?![\\p{L}\\p{N}])`, 'u')
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
