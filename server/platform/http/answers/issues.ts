import type { $ZodIssue } from 'zod/v4/core'
import { readWording } from '#shared/contracts/base/wording.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { Language } from '#shared/domain/language.ts'
import { translator } from '../../language.ts'

/** Limits the size of the response: a body with many invalid fields would otherwise cause megabytes. */
const MAX_ISSUES = 100

/** Translates issues into messages. Of several issues with one field only the first is returned, as forms show it. */
export function describeIssues(issues: readonly $ZodIssue[], language: Language): ErrorDetails['issues'] {
  const byPath = new Map<string, $ZodIssue>()
  for (const issue of issues) {
    if (byPath.size === MAX_ISSUES) break
    const path = issue.path.join('.')
    if (!byPath.has(path)) byPath.set(path, issue)
  }
  return [...byPath].map(([path, issue]) => ({ path, message: translate(issue, language) }))
}

function translate({ message }: $ZodIssue, language: Language): string {
  const { key, values } = readWording(message)
  // The keys are checked by a test of the dictionaries, because Zod's types do not know them.
  return translator(language)(key as 'nameRequired', values)
}
