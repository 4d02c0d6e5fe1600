import { afterAll, expect, it, vi } from 'vitest'
import { i18n, t } from '../../ui/translation.ts'
import { loadWordsInAllLanguages, startI18n } from './load-words.ts'

const root = { lang: '' }
vi.stubGlobal('document', { documentElement: root })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
afterAll(() => vi.unstubAllGlobals())

it('translation starts in English, falls back to English and then to the key, and sets the document’s language', async () => {
  startI18n()
  await loadWordsInAllLanguages('firstView')
  const translate = (key: string) => String(t(key as 'common.close'))
  expect([translate('common.reload'), root.lang]).toEqual(['Reload', 'en'])
  i18n.addWords('en', { only: { english: 'Only in English' } })
  i18n.changeLanguage('ro')
  expect([translate('common.reload'), root.lang]).toEqual(['Reîncărcați', 'ro'])
  expect(translate('only.english')).toBe('Only in English')
  expect(translate('no.such.key')).toBe('no.such.key')
})
