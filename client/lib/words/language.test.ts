import i18n from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseLanguage, chosenLanguage, followDefaultLanguage } from './language.ts'

afterEach(() => vi.unstubAllGlobals())

it('a chosen language overrides the restaurant’s default, also if storage is forbidden', () => {
  const change = vi.spyOn(i18n, 'changeLanguage').mockResolvedValue(i18n.t)
  vi.stubGlobal('localStorage', undefined)
  followDefaultLanguage('ro')
  expect(change).toHaveBeenLastCalledWith('ro')
  chooseLanguage('en')
  expect(chosenLanguage()).toBe('en')
  change.mockClear()
  followDefaultLanguage('ro')
  expect(change).not.toHaveBeenCalled()
})
