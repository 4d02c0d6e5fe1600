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

describe('two who are one person', () => {
  it('keep what the one who stays has', () => {
    const stays = person({ email: 'ana@example.com', preferences: { seat: 'window' } })
    const goes = person({ name: 'Ana Pop', email: 'old@example.com', preferences: { seat: 'bar' } })
    expect(mergedPerson(stays, goes)).toEqual(stays)
  })

  it('fill what is empty, and join notes and tags', () => {
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

  it('have notes that are cut where both together are too long, never within a character', () => {
    const notes = (stays: string, goes: string) => mergedPerson(person({ notes: stays }), person({ notes: goes })).notes
    expect(notes('a'.repeat(1000), 'b'.repeat(999))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(999)}`)
    expect(notes('a'.repeat(1000), 'b'.repeat(1000))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(998)}…`)
    expect(notes('a'.repeat(1000), `${'b'.repeat(997)}😀c`)).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(997)}…`)
  })

  it('lose nothing but a second name and a second address', () => {
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
        const both = mergedPerson(stays, goes)
        for (const notes of [stays.notes, goes.notes]) expect(both.notes ?? '').toContain(notes ?? '')
        expect(new Set(both.tags)).toEqual(new Set([...stays.tags, ...goes.tags]))
        expect(Object.keys(both.preferences).sort()).toEqual(
          [...new Set([...Object.keys(stays.preferences), ...Object.keys(goes.preferences)])].sort(),
        )
        expect(both.name).toBe(stays.name || goes.name)
      }),
    )
  })
})
