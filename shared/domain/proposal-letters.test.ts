import { describe, expect, it } from 'vitest'
import { missingLetters } from './proposal-letters.ts'

describe('missingLetters', () => {
  it.each([
    'Ștefan Țîrlea, băiatul lui Șerban',
    'Ελένη Παπαδοπούλου, Олена Коваль',
    'Žofia Łukasz Đorđe Gül Nguyễn Ángel Ærø',
    'S\u0326tefan e\u0301',
    '„La 13”, “one” – 2 × 25 € … • №\u00a05 ½\u202f% ★\nrow\ttab',
    '',
  ])('is empty for %j', (text) => {
    expect(missingLetters([text, null])).toBe('')
  })

  it.each([
    ['李小龙 Li', '李 小 龙'],
    ['محمد', 'م ح د'],
    ['Party 🎉🎉 👨‍👩‍👧', '🎉 👨‍👩‍👧'],
    ['ひな 한 שלום ไทย'.slice(0, 4), 'ひ な 한'],
    ['कमल', 'क म ल'],
  ])('names each letter of %j once', (text, missing) => {
    expect(missingLetters(['Ana', text, text])).toBe(missing)
  })
})
