import * as z from 'zod/mini'
import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { Language } from '#shared/domain/language.ts'
import { isTranslationKey, words } from '../language.ts'

/** A person reads no more; a body made of nothing but faults would be answered with megabytes. */
const MOST_ISSUES = 100

const GENERAL = { en: z.locales.en().localeError, ro: z.locales.ro().localeError }

/** Input that does not fit its contract, with everything that is wrong with it. */
export class InputError extends Error {
  readonly issues: readonly $ZodIssue[]

  constructor(issues: readonly $ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/** Each issue with the path of its field and its words: those of the contract, else those of the general rule. */
export function describeIssues(issues: readonly $ZodIssue[], language: Language): ErrorDetails['issues'] {
  return issues
    .slice(0, MOST_ISSUES)
    .map((issue) => ({ path: issue.path.join('.'), message: wordsFor(issue, language) }))
}

function wordsFor(issue: $ZodIssue, language: Language): string {
  // Contracts give translation keys; which ones exist is checked where the dictionaries are, not in Zod's types.
  if (isTranslationKey(issue.message)) return words(language)(issue.message as 'nameRequired')
  const general = GENERAL[language](issue as $ZodRawIssue)
  return (typeof general === 'string' ? general : general?.message) ?? issue.message
}
