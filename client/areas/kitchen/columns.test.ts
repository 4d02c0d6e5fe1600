import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CardFragment } from './cards.ts'
import { divide, layOut } from './columns.tsx'
import type { Block } from './heights.ts'

const block = (id: number, lines: number[], fields: Partial<Block> = {}): Block => ({
  id,
  head: 100,
  repeatedHead: 80,
  lines,
  foot: 70,
  continuation: 30,
  ...fields,
})
const room = { height: 600, gap: 10 }
const places = (fragments: CardFragment[]) =>
  fragments.map(({ id, column, top, from, to }) => [id, column, top, from, to])

describe('layOut', () => {
  it('places cards downwards, then to the right', () => {
    const blocks = [block(1, [60, 60]), block(2, [60]), block(3, [60])]
    expect(places(layOut(blocks, room, 0))).toEqual([
      [1, 0, 0, 0, 2],
      [2, 0, 300, 0, 1],
      [3, 1, 0, 0, 1],
    ])
  })

  it('breaks a card where two of its lines fit below another, and goes on at the top of the next column', () => {
    const twelve = block(
      2,
      Array.from({ length: 12 }, () => 60),
    )
    expect(places(layOut([block(1, [60]), twelve, block(3, [60])], room, 0))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 3],
      [2, 1, 0, 3, 11],
      [2, 2, 0, 11, 12],
      [3, 2, 220, 0, 1],
    ])
    // Only one line of it would fit.
    expect(places(layOut([block(1, [60, 60, 60]), twelve], room, 0)).slice(1)).toEqual([
      [2, 1, 0, 0, 7],
      [2, 2, 0, 7, 12],
    ])
  })

  it('breaks a card after one line rather than leave a column half empty', () => {
    expect(places(layOut([block(1, [60]), block(2, [150, 60])], room, 0))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 1],
      [2, 1, 0, 1, 2],
    ])
  })

  it('breaks no card that fits in a column while all are in sight without that', () => {
    const blocks = [block(1, [60]), block(2, [100, 100, 100])]
    const broken = [
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 2],
      [2, 1, 0, 2, 3],
    ]
    expect(places(layOut(blocks, room, 1))).toEqual(broken)
    expect(places(layOut(blocks, room, 2))).toEqual([broken[0], [2, 1, 0, 0, 3]])
    // One that fits in none is broken as before.
    const tall = block(2, [100, 100, 100, 100, 100])
    expect(places(layOut([block(1, [60]), tall], room, 5))).toEqual([...broken.slice(0, 2), [2, 1, 0, 2, 5]])
  })

  it('never leaves the button of a card alone in a column', () => {
    const fragments = layOut([block(1, [200, 200, 60])], room, 0)
    expect(places(fragments)).toEqual([
      [1, 0, 0, 0, 2],
      [1, 1, 0, 2, 3],
    ])
  })

  it('gives a line that is taller than a column a column of its own', () => {
    expect(places(layOut([block(1, [900, 60])], room, 0))).toEqual([
      [1, 0, 0, 0, 1],
      [1, 1, 0, 1, 2],
    ])
  })

  it('shows every line once, in order, without overlaps, within the columns', () => {
    const height = fc.integer({ min: 1, max: 300 })
    const blocks = fc.array(
      fc.record({
        head: height,
        repeatedHead: height,
        foot: height,
        continuation: height,
        lines: fc.array(height, { maxLength: 20 }),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 1200 }), fc.nat(6), (fields, columnHeight, inSight) => {
        const all = fields.map((field, id) => ({ id, ...field }))
        const fragments = layOut(all, { height: columnHeight, gap: 12 }, inSight)
        for (const { id, lines } of all) {
          const own = fragments.filter((fragment) => fragment.id === id)
          expect(own.flatMap(({ from, to }) => lines.slice(from, to).map((_, i) => from + i))).toEqual(
            lines.map((_, i) => i),
          )
          expect(own.map(({ index }) => index)).toEqual(own.map((_, i) => i))
          expect(own.filter(({ isLast }) => isLast)).toEqual([own.at(-1)])
          for (const { from, to } of own) expect(to - from).toBeGreaterThanOrEqual(Math.min(1, lines.length))
        }
        for (const [i, fragment] of fragments.entries()) {
          const former = fragments[i - 1]
          if (fragment.to - fragment.from > 1) expect(fragment.top + fragment.height).toBeLessThanOrEqual(columnHeight)
          if (former?.column === fragment.column) expect(fragment.top).toBe(former.top + former.height + 12)
          else expect(fragment.top).toBe(0)
          expect(fragment.column - (former?.column ?? 0)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('divide', () => {
  it.each([
    // A tablet: 1024 px less the padding.
    [1000, 1, 3, 220],
    [1156, 1, 3, 240],
    // A television, of which everything is larger.
    [1893, 1.125, 5, 270],
    [796, 1, 2, 240],
    [366, 1, 1, 0],
  ] as const)('%i px, × %f: %i columns, a sidebar of %i px', (width, scale, columns, sidebar) => {
    const widths = divide(width, 12 * scale, scale)
    expect([widths.columns, widths.sidebar]).toEqual([columns, sidebar])
    const gaps = widths.sidebar > 0 ? columns : columns - 1
    expect(widths.columns * widths.column + gaps * 12 * scale + widths.sidebar).toBeLessThanOrEqual(width)
  })

  it('shrinks the sidebar before it gives up a column', () => {
    const widths = Array.from({ length: 900 }, (_, i) => divide(700 + i, 12, 1))
    for (const { column, sidebar } of widths) {
      expect(column).toBeGreaterThanOrEqual(248)
      expect(sidebar).toBeGreaterThanOrEqual(196)
      expect(sidebar).toBeLessThanOrEqual(240)
    }
    expect(divide(976, 12, 1)).toMatchObject({ columns: 3, sidebar: 196 })
    expect(divide(975, 12, 1)).toMatchObject({ columns: 2, sidebar: 240 })
  })
})
