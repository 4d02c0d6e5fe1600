import { describe, expect, it } from 'vitest'
import { type Encoding, encodingChooser } from './accepted-encoding.ts'

describe('the encoding that a browser accepts', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'plain'],
    ['*', 'br'],
    ['identity', 'plain'],
    ['', 'plain'],
  ])('%j gets %s, parsed and from memory', (header, encoding) => {
    const choose = encodingChooser()
    expect([choose(header), choose(header)]).toEqual([encoding, encoding])
  })

  it('parses a header once', () => {
    const kept = new Map<string, Encoding>()
    const choose = encodingChooser(kept)
    choose('gzip')
    expect([...kept]).toEqual([['gzip', 'gzip']])
    kept.set('gzip', 'plain')
    expect(choose('gzip')).toBe('plain')
  })

  it('keeps at most 100 headers, however many different ones come', () => {
    const kept = new Map<string, Encoding>()
    const choose = encodingChooser(kept)
    let most = 0
    for (let i = 0; i < 1000; i += 1) {
      expect(choose(`gzip, x-${i}`)).toBe('gzip')
      most = Math.max(most, kept.size)
    }
    expect(most).toBe(100)
  })

  it('keeps no header above 200 characters', () => {
    const kept = new Map<string, Encoding>()
    const choose = encodingChooser(kept)
    expect(choose('gzip'.padEnd(200))).toBe('gzip')
    expect(kept.size).toBe(1)
    expect(choose('gzip'.padEnd(201))).toBe('gzip')
    expect(kept.size).toBe(1)
  })
})
