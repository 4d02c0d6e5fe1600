import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('a chosen language overrides the restaurant’s default, also if storage is forbidden', async () => {
  // Other tests of this worker may have chosen a language.
  vi.resetModules()
  const { chooseLanguage, chosenLanguage, followDefaultLanguage } = await import('./language.ts')
  const { default: i18n } = await import('i18next')
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
