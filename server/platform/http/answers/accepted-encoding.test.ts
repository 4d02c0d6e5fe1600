import { LRUCache } from 'lru-cache'
import { describe, expect, it } from 'vitest'
import { type Encoding, encodingChooser } from './accepted-encoding.ts'

const newCache = () => new LRUCache<string, Encoding>({ max: 100 })

describe('encodingChooser', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'plain'],
    ['*', 'br'],
    ['identity', 'plain'],
    ['', 'plain'],
  ])('chooses for %j the encoding %s, both when it parses the header and from the cache', (header, encoding) => {
    const choose = encodingChooser()
    expect([choose(header), choose(header)]).toEqual([encoding, encoding])
  })

  it('parses a header once', () => {
    const cache = newCache()
    const choose = encodingChooser(cache)
    choose('gzip')
    expect([...cache]).toEqual([['gzip', 'gzip']])
    cache.set('gzip', 'plain')
    expect(choose('gzip')).toBe('plain')
  })

  it('caches no header of more than 200 characters', () => {
    const cache = newCache()
    const choose = encodingChooser(cache)
    expect(choose('gzip'.padEnd(200))).toBe('gzip')
    expect(cache.size).toBe(1)
    expect(choose('gzip'.padEnd(201))).toBe('gzip')
    expect(cache.size).toBe(1)
  })
})
