import type { $ZodIssue } from 'zod/v4/core'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import { readWording } from '#shared/contracts/wording.ts'
import type { Language } from '#shared/domain/language.ts'
import { words } from '../../language.ts'

/** Nobody reads more, and a body full of faults would be answered with megabytes. */
const MAX_ISSUES = 100

/** What is wrong with each field, in words; of several faults of one field the first, as forms show it. */
export function describeIssues(issues: readonly $ZodIssue[], language: Language): ErrorDetails['issues'] {
  const byPath = new Map<string, $ZodIssue>()
  for (const issue of issues) {
    if (byPath.size === MAX_ISSUES) break
    const path = issue.path.join('.')
    if (!byPath.has(path)) byPath.set(path, issue)
  }
  return [...byPath].map(([path, issue]) => ({ path, message: wordsFor(issue, language) }))
}

function wordsFor({ message }: $ZodIssue, language: Language): string {
  const { key, values } = readWording(message)
  // Which keys exist is checked where the dictionaries are, not in Zod's types.
  return words(language)(key as 'nameRequired', values)
}
