import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../browser/storage.fixture.ts'

/* Each test has modules of its own, in which no words are loaded yet. */

beforeEach(() => {
  vi.resetModules()
  stubStorage()
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('#shared/i18n/words/first-view.ts?ro')
})

async function startPage() {
  const [translation, words] = await Promise.all([import('../../ui/translation.ts'), import('./load-words.ts')])
  words.startI18n()
  const translate = (key: string) => String(translation.t(key as 'common.close'))
  const language = () => translation.language
  return { language, translate, ...words }
}

/** Makes the Romanian words of the first view arrive when the test says so. */
function holdRomanian() {
  const release = Promise.withResolvers<void>()
  vi.doMock('#shared/i18n/words/first-view.ts?ro', async (original) => {
    await release.promise
    return original()
  })
  return release.resolve
}

it('a chosen language overrides the restaurant’s default, also if storage is forbidden', async () => {
  const { chooseLanguage, chosenLanguage, followDefaultLanguage, language } = await startPage()
  vi.stubGlobal('localStorage', undefined)
  await followDefaultLanguage('ro')
  expect([language(), chosenLanguage()]).toEqual(['ro', undefined])
  await chooseLanguage('en')
  await followDefaultLanguage('ro')
  expect([language(), chosenLanguage()]).toEqual(['en', 'en'])
})

it('the page begins in the document’s language, or in the one chosen in this browser', async () => {
  document.documentElement.lang = 'ro'
  expect((await startPage()).language()).toBe('ro')
  localStorage.setItem('masa.language', 'en')
  vi.resetModules()
  expect((await startPage()).language()).toBe('en')
})

it('the language changes when all its words are loaded, and not before', async () => {
  const release = holdRomanian()
  const { chooseLanguage, loadWords, translate } = await startPage()
  await loadWords('firstView')
  await loadWords('deferred')
  const changing = chooseLanguage('ro')
  await vi.dynamicImportSettled()
  expect([translate('common.reload'), document.documentElement.lang]).toEqual(['Reload', 'en'])
  release()
  await changing
  expect(translate('common.reload')).toBe('Reîncărcați')
  expect(translate('orderStatus.progress')).toBe('Starea comenzii')
  expect(document.documentElement.lang).toBe('ro')
})

it('the last choice counts, even if the words of an earlier one arrive later', async () => {
  const release = holdRomanian()
  const { chooseLanguage, language, loadWords } = await startPage()
  await loadWords('firstView')
  const first = chooseLanguage('ro')
  await chooseLanguage('en')
  release()
  await first
  expect(language()).toBe('en')
})

it('a part that is loaded while the language changes is there in both', async () => {
  const release = holdRomanian()
  const { chooseLanguage, loadWords, translate } = await startPage()
  await loadWords('firstView')
  const changing = chooseLanguage('ro')
  await loadWords('deferred')
  expect(translate('orderStatus.progress')).toBe('Order status')
  release()
  await changing
  expect(translate('orderStatus.progress')).toBe('Starea comenzii')
})
