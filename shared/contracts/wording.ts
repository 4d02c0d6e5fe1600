import * as z from 'zod/mini'
import type { $ZodRawIssue } from 'zod/v4/core'

/*
 * What is said of input that does not fit, where a contract gives no message of its own: the key of a translation, and
 * behind a space the value that its sentence names (`validation.atMostCharacters 140`). So it can be said in any
 * language, and again in another one while it is on the screen.
 */

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'wholeNumber',
  boolean: 'yesOrNo',
  array: 'list',
  object: 'object',
}

/** The message for an issue, by its kind. */
export function wording(issue: $ZodRawIssue): string {
  return `validation.${general(issue)}`
}

function general(issue: $ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'required' : (KINDS[issue.expected] ?? 'wrong')
    case 'invalid_value':
      return isMissing ? 'required' : `oneOf ${issue.values.join(', ')}`
    case 'invalid_union':
      return isMissing ? 'required' : 'wrong'
    case 'too_small':
      if (issue.origin === 'string') return issue.input === '' ? 'required' : `atLeastCharacters ${issue.minimum}`
      if (issue.origin === 'array') return `atLeastEntries ${issue.minimum}`
      return issue.inclusive ? `atLeast ${issue.minimum}` : `moreThan ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `atMostCharacters ${issue.maximum}`
      if (issue.origin === 'array') return `atMostEntries ${issue.maximum}`
      return issue.inclusive ? `atMost ${issue.maximum}` : `lessThan ${issue.maximum}`
    case 'invalid_format':
      return 'format'
    default:
      return 'wrong'
  }
}

z.config({ localeError: wording })

/** A message taken apart: the key of its sentence, and what is put into it. */
export function readWording(message: string): { key: string; values: { count?: number; value?: string } } {
  const [key = '', ...rest] = message.split(' ')
  if (rest.length === 0) return { key, values: {} }
  const value = rest.join(' ')
  return { key, values: Number.isFinite(Number(value)) ? { count: Number(value), value } : { value } }
}
