import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  it('keeps the fields of the one that stays', () => {
    const stays = person({ email: 'ana@example.com', preferences: { seat: 'window' } })
    const goes = person({ name: 'Ana Pop', email: 'old@example.com', preferences: { seat: 'bar' } })
    expect(mergedPerson(stays, goes)).toEqual(stays)
  })

  it('fills empty fields from the other, and joins notes and tags', () => {
    const stays = person({ name: '', notes: 'Likes the window', tags: ['regular', 'press'] })
    const goes = person({ email: 'ana@example.com', notes: 'No nuts', tags: ['press', 'allergic'] })
    expect(mergedPerson(stays, goes)).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      notes: 'Likes the window\nNo nuts',
      tags: ['regular', 'press', 'allergic'],
      preferences: {},
    })
  })

  it('cuts the joined notes to their maximum, never within a character', () => {
    const notes = (stays: string, goes: string) => mergedPerson(person({ notes: stays }), person({ notes: goes })).notes
    expect(notes('a'.repeat(1000), 'b'.repeat(999))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(999)}`)
    expect(notes('a'.repeat(1000), 'b'.repeat(1000))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(998)}…`)
    expect(notes('a'.repeat(1000), `${'b'.repeat(997)}😀c`)).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(997)}…`)
  })

  it('loses nothing but the other’s name, e-mail address and preferences of the same key', () => {
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
      fc.property(people, people, (stays, goes) => {
        const merged = mergedPerson(stays, goes)
        for (const notes of [stays.notes, goes.notes]) expect(merged.notes ?? '').toContain(notes ?? '')
        expect(new Set(merged.tags)).toEqual(new Set([...stays.tags, ...goes.tags]))
        expect(Object.keys(merged.preferences).sort()).toEqual(
          [...new Set([...Object.keys(stays.preferences), ...Object.keys(goes.preferences)])].sort(),
        )
        expect(merged.name).toBe(stays.name || goes.name)
      }),
    )
  })
})
