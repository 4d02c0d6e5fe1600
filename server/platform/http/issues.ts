import type { $ZodIssue } from 'zod/v4/core'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import { readWording } from '#shared/contracts/wording.ts'
import type { Language } from '#shared/domain/language.ts'
import { words } from '../language.ts'

/** Nobody reads more, and a body full of faults would be answered with megabytes. */
const MOST_ISSUES = 100

/** Each issue with the path of its field and its words. */
export function describeIssues(issues: readonly $ZodIssue[], language: Language): ErrorDetails['issues'] {
  return issues
    .slice(0, MOST_ISSUES)
    .map((issue) => ({ path: issue.path.join('.'), message: wordsFor(issue, language) }))
}

function wordsFor({ message }: $ZodIssue, language: Language): string {
  const { key, values } = readWording(message)
  // Which keys exist is checked where the dictionaries are, not in Zod's types.
  return words(language)(key as 'nameRequired', values)
}
