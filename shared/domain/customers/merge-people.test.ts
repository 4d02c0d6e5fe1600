import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../text.ts'
import { mergedPerson, type PersonData } from './merge-people.ts'

const person = (fields: Partial<PersonData> = {}): PersonData => ({
  name: 'Ana',
  email: null,
  notes: null,
  tags: [],
  preferences: {},
  ...fields,
})

describe('merging two customers', () => {
  it('keeps the fields of the target', () => {
    const target = person({ email: 'ana@example.com', preferences: { seat: 'window' } })
    const source = person({ name: 'Ana Pop', email: 'old@example.com', preferences: { seat: 'bar' } })
    expect(mergedPerson(target, source)).toEqual(target)
  })

  it('fills empty fields from the source, and joins notes and tags', () => {
    const target = person({ name: '', notes: 'Likes the window', tags: ['regular', 'press'] })
    const source = person({ email: 'ana@example.com', notes: 'No nuts', tags: ['press', 'allergic'] })
    expect(mergedPerson(target, source)).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      notes: 'Likes the window\nNo nuts',
      tags: ['regular', 'press', 'allergic'],
      preferences: {},
    })
  })

  it('cuts the joined notes to their maximum length, never within a character', () => {
    const notes = (target: string, source: string) =>
      mergedPerson(person({ notes: target }), person({ notes: source })).notes
    expect(notes('a'.repeat(1000), 'b'.repeat(999))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(999)}`)
    expect(notes('a'.repeat(1000), 'b'.repeat(1000))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(998)}…`)
    expect(notes('a'.repeat(1000), `${'b'.repeat(997)}😀c`)).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(997)}…`)
  })

  it('loses only the source’s name, e-mail address and preferences with the same key', () => {
    const maybe = fc.option(fc.string({ minLength: 1 }))
    const people = fc.record({
      name: fc.string(),
      email: maybe,
      notes: maybe,
      tags: fc.uniqueArray(fc.string()),
      preferences: fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.string(),
      ),
    })
    fc.assert(
      fc.property(people, people, (target, source) => {
        const merged = mergedPerson(target, source)
        for (const notes of [target.notes, source.notes]) expect(merged.notes ?? '').toContain(notes ?? '')
        // Of tags that differ only in case or diacritics the first stays.
        const folded = (tags: string[]) => new Set(tags.map(foldText))
        expect(folded(merged.tags)).toEqual(folded([...target.tags, ...source.tags]))
        expect(Object.keys(merged.preferences).sort()).toEqual(
          [...new Set([...Object.keys(target.preferences), ...Object.keys(source.preferences)])].sort(),
        )
        expect(merged.name).toBe(target.name || source.name)
      }),
    )
  })
})
