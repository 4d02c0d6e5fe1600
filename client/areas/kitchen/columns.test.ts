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
const room = { height: 600, head: 56, gap: 10 }
const places = ({ fragments }: ReturnType<typeof layOut>) =>
  fragments.map(({ id, column, top, from, to }) => [id, column, top, from, to])

const twelve = Array.from({ length: 12 }, () => 60)

describe('layOut', () => {
  it('places cards downwards, then to the right', () => {
    const blocks = [block(1, [60, 60]), block(2, [60]), block(3, [60])]
    expect(places(layOut(blocks, room, 1))).toEqual([
      [1, 0, 0, 0, 2],
      [2, 0, 300, 0, 1],
      [3, 1, 0, 0, 1],
    ])
  })

  it('breaks a card where two of its lines fit below another, and goes on at the top of the next column', () => {
    expect(places(layOut([block(1, [60]), block(2, twelve), block(3, [60])], room, 3))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 3],
      [2, 1, 0, 3, 11],
      [2, 2, 0, 11, 12],
      [3, 2, 220, 0, 1],
    ])
    // Only one line of it would fit.
    expect(places(layOut([block(1, [60, 60, 60]), block(2, twelve)], room, 3)).slice(1)).toEqual([
      [2, 1, 0, 0, 7],
      [2, 2, 0, 7, 12],
    ])
  })

  it('keeps a card for the next page that would end there, with all that are younger', () => {
    const blocks = [block(1, [60, 60, 60]), block(2, [100, 100, 100]), block(3, [20]), block(4, [20])]
    const layout = layOut(blocks, room, 1)
    expect(places(layout)).toEqual([
      [1, 0, 0, 0, 3],
      [2, 1, 0, 0, 3],
      [3, 2, 0, 0, 1],
      [4, 2, 200, 0, 1],
    ])
    expect(layout.heads).toEqual([
      { id: 2, column: 0, top: 360 },
      { id: 3, column: 0, top: 426 },
      { id: 4, column: 0, top: 492 },
      { id: 3, column: 1, top: 480 },
    ])
  })

  it('breaks it at the end of a page of which half a column would stay without a card', () => {
    expect(places(layOut([block(1, [60]), block(2, twelve), block(3, [60])], room, 2))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 3],
      [2, 1, 0, 3, 11],
      [2, 2, 0, 11, 12],
      [3, 2, 220, 0, 1],
    ])
    expect(places(layOut([block(1, [60]), block(2, [100, 100, 100])], room, 1))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 0, 240, 0, 2],
      [2, 1, 0, 2, 3],
    ])
  })

  it('breaks no card that fits in a column while all are in sight without that', () => {
    const [first, second, third] = [block(1, [60]), block(2, [100, 100, 100]), block(3, [60, 60])]
    expect(places(layOut([first, second], room, 2))).toEqual([
      [1, 0, 0, 0, 1],
      [2, 1, 0, 0, 3],
    ])
    expect(places(layOut([first, second, third], room, 2)).slice(1)).toEqual([
      [2, 0, 240, 0, 2],
      [2, 1, 0, 2, 3],
      [3, 1, 260, 0, 2],
    ])
  })

  it('never leaves the button of a card alone in a column', () => {
    expect(places(layOut([block(1, [200, 200, 60])], room, 2))).toEqual([
      [1, 0, 0, 0, 2],
      [1, 1, 0, 2, 3],
    ])
  })

  it('gives a line that is taller than a column a column of its own', () => {
    expect(places(layOut([block(1, [900, 60])], room, 2))).toEqual([
      [1, 0, 0, 0, 1],
      [1, 1, 0, 1, 2],
    ])
  })

  const height = fc.integer({ min: 1, max: 300 })
  const cards = fc
    .array(
      fc.record({
        head: height,
        repeatedHead: height,
        foot: height,
        continuation: height,
        lines: fc.array(height, { maxLength: 20 }),
      }),
      { maxLength: 12 },
    )
    .map((fields) => fields.map((field, id) => ({ id, ...field })))
  const screens = [cards, fc.integer({ min: 1, max: 1200 }), fc.integer({ min: 1, max: 6 })] as const
  const holds = (
    check: (all: Block[], size: typeof room, inSight: number, layout: ReturnType<typeof layOut>) => void,
  ) =>
    fc.assert(
      fc.property(...screens, (all, columnHeight, inSight) => {
        const size = { ...room, height: columnHeight }
        check(all, size, inSight, layOut(all, size, inSight))
      }),
    )

  it('shows every line once, without overlaps, within the columns, and the oldest first', () => {
    holds((all, { height, head, gap }, _, { fragments, heads, columns }) => {
      for (const { id, lines } of all) {
        const own = fragments.filter((fragment) => fragment.id === id)
        expect(own.flatMap(({ from, to }) => lines.slice(from, to).map((_, i) => from + i))).toEqual(
          lines.map((_, i) => i),
        )
        expect(own.map(({ index }) => index)).toEqual(own.map((_, i) => i))
        expect(own.map(({ column }) => column)).toEqual(own.map((_, i) => (own[0]?.column ?? 0) + i))
        expect(own.filter(({ isLast }) => isLast)).toEqual([own.at(-1)])
        for (const { from, to } of own) expect(to - from).toBeGreaterThanOrEqual(Math.min(1, lines.length))
      }
      for (const fragment of fragments)
        if (fragment.to - fragment.from > 1) expect(fragment.top + fragment.height).toBeLessThanOrEqual(height)
      for (let column = 0; column < columns; column += 1) {
        const inColumn = [...fragments, ...heads.map((one) => ({ ...one, height: head }))]
          .filter((one) => one.column === column)
          .sort((a, b) => a.top - b.top)
        let top = 0
        for (const one of inColumn) {
          expect(one.top).toBe(top)
          top += one.height + gap
        }
      }
      const ids = fragments.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      const read = fragments.toSorted((a, b) => a.column - b.column || a.top - b.top)
      expect(fragments).toEqual(read)
    })
  })

  it('breaks a card at the end of a page only where half a column would stay without one', () => {
    holds((all, { height }, inSight, { fragments }) => {
      const pageOf = (column: number) => Math.floor(column / inSight)
      for (const { id } of all) {
        const own = fragments.filter((fragment) => fragment.id === id)
        const [first, last] = [own[0], own.at(-1)] as [CardFragment, CardFragment]
        if (pageOf(first.column) === pageOf(last.column)) continue
        const isLastColumn = first.column % inSight === inSight - 1
        expect(isLastColumn && first.top > height / 2).toBe(false)
      }
    })
  })

  it('shows on a page the heads of the oldest orders that wait, and leaves no room for another while one does', () => {
    holds((_, { height, head, gap }, inSight, { fragments, heads, columns }) => {
      for (let page = 0; page < columns; page += inSight) {
        const isOfPage = ({ column }: { column: number }) => column >= page && column < page + inSight
        const waiting = fragments.filter(({ index, column }) => index === 0 && column >= page + inSight)
        const shown = heads.filter(isOfPage)
        expect(shown.map(({ id }) => id)).toEqual(waiting.slice(0, shown.length).map(({ id }) => id))
        if (shown.length === waiting.length) continue
        for (let column = page; column < page + inSight; column += 1) {
          const here = [...fragments, ...heads.map((one) => ({ ...one, height: head }))].filter(
            (one) => one.column === column,
          )
          const bottom = Math.max(-gap, ...here.map((one) => one.top + one.height))
          expect(bottom + gap + head).toBeGreaterThan(height)
        }
      }
    })
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
