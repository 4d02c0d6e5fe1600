import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { customerFields } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { i18n } from '../../ui/translation.ts'
import { loadWordsInAllLanguages, startI18n } from '../words/load-words.ts'
import '../words/staff-words.ts'
import { fieldError } from './field-error.ts'

vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('localStorage', { getItem: () => null })
beforeAll(async () => {
  startI18n()
  await loadWordsInAllLanguages('firstView')
  // The messages that only owners see.
  await loadWordsInAllLanguages('dashboard')
})
afterAll(() => vi.unstubAllGlobals())

it.each<[Language, string, string]>([
  ['en', 'nameRequired', 'Name must be at least 2 characters'],
  ['ro', 'validation.atMostCharacters 140', 'Cel mult 140 de caractere'],
  ['en', 'validation.oneOf lei, eur', 'Must be one of: lei, eur'],
  ['en', 'Invalid input', 'Please check what you entered'],
  ['ro', '', 'Verificați datele introduse'],
])('fieldError translates into %s the message %j', (language, message, expected) => {
  i18n.changeLanguage(language)
  expect(fieldError({ message })).toBe(expected)
})

it('fieldError returns a message of the server unchanged', () => {
  expect(fieldError({ message: 'Too late', type: 'server' })).toBe('Too late')
})

it('fieldError translates the issues of a contract', () => {
  i18n.changeLanguage('ro')
  const [issue] = customerFields.notes.safeParse('x'.repeat(501)).error?.issues ?? []
  expect(fieldError({ message: issue?.message ?? '' })).toBe('Cel mult 500 de caractere')
})
