import * as z from 'zod/mini'
import type { $ZodRawIssue } from 'zod/v4/core'

/*
 * Messages for invalid input, where a contract gives none of its own. A message is a translation key, and after a space
 * the value that the sentence names (`validation.atMostCharacters 140`). So it can be translated into any language, and
 * again when the guest changes the language (docs/product/everywhere.md#everywhere-input-words).
 */

const KINDS: Record<string, string> = {
  ...{ string: 'text', number: 'number', int: 'wholeNumber', boolean: 'yesOrNo', array: 'list', object: 'object' },
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

/** Splits a message into its translation key and the values for its sentence. */
export function readWording(message: string): { key: string; values: { count?: number; value?: string } } {
  const [key = '', ...rest] = message.split(' ')
  if (rest.length === 0) return { key, values: {} }
  const value = rest.join(' ')
  return { key, values: Number.isFinite(Number(value)) ? { count: Number(value), value } : { value } }
}
