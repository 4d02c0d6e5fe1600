/** The lines of a pasted text, as the server counts them. */
export function linesIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

const IN_BRACKETS = /^\s*[([].*[)\]]\s*$/

/**
 * The text with other lines; an empty one is left out, with the description in brackets below it. The numbers of the
 * other lines stay.
 * @param replacements the new texts by the line's number, from 1
 */
export function replaceLines(text: string, replacements: ReadonlyMap<number, string>): string {
  const lines = linesIn(text)
  for (const [line, replacement] of replacements) {
    lines[line - 1] = replacement
    if (replacement.trim() !== '') continue
    for (let next = line; IN_BRACKETS.test(lines[next] ?? ''); next++) lines[next] = ''
  }
  return lines.join('\n')
}
