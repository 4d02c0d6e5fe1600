import * as fc from 'fast-check'
import { createElement, Fragment, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { act } from '../../testing/render.tsx'
import { PAGE_TRANSLATORS, translatePage } from '../../testing/translate-page.ts'
import { allowTranslators } from './translator.ts'

const METHODS = ['appendChild', 'insertBefore', 'removeChild'] as const
/** In this page, other than in browsers, these are not properties of all nodes. */
const PROPERTIES = [
  [CharacterData.prototype, 'nodeValue'],
  [Element.prototype, 'textContent'],
] as const
const changed = [
  ...METHODS.map((name) => [Node.prototype, name] as const),
  ...PROPERTIES.flatMap(([of, name]) => [Node.prototype, of].map((each) => [each, name] as const)),
].map(([of, name]) => ({ of, name, property: Object.getOwnPropertyDescriptor(of, name) as PropertyDescriptor }))

beforeEach(() => {
  for (const [of, name] of PROPERTIES) {
    Object.defineProperty(Node.prototype, name, Object.getOwnPropertyDescriptor(of, name) as PropertyDescriptor)
    delete (of as unknown as Record<string, unknown>)[name]
  }
})
afterEach(() => {
  for (const { of, name, property } of changed) Object.defineProperty(of, name, property)
})

/** A text, nothing, or nodes in an element (without a tag: in none). */
type Shown = string | null | { tag: 'b' | null; key: string; nodes: Shown[] }

const isGroup = (shown: Shown) => typeof shown === 'object' && shown !== null
const { shown } = fc.letrec<{ shown: Shown }>((tie) => ({
  shown: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: fc.constantFrom(null, 'a', 'b', '1', '2') },
    {
      weight: 2,
      arbitrary: fc.record({
        tag: fc.constantFrom('b', null),
        key: fc.constantFrom('x', 'y', 'z'),
        nodes: fc.uniqueArray(tie('shown'), { maxLength: 5, selector: (each) => (isGroup(each) ? each.key : {}) }),
      }),
    },
  ),
}))

const inReact = (shown: Shown): ReactNode =>
  isGroup(shown) ? createElement(shown.tag ?? Fragment, { key: shown.key }, ...shown.nodes.map(inReact)) : shown

function inHtml(shown: Shown): string {
  if (!isGroup(shown)) return shown ?? ''
  const nodes = shown.nodes.map(inHtml).join('')
  return shown.tag ? `<b>${nodes}</b>` : nodes
}

test.each(PAGE_TRANSLATORS)(
  'a page whose texts are replaced by %s shows what was rendered last',
  async (translator) => {
    const stop = translatePage(translator)
    allowTranslators()
    await fc.assert(
      fc.asyncProperty(fc.array(shown, { minLength: 2, maxLength: 6 }), async (renders) => {
        const page = document.body.appendChild(document.createElement('div'))
        const root = createRoot(page)
        for (const each of renders) {
          await act(async () => root.render(inReact(each)))
          expect(page.innerHTML.replace(/<\/?font[^>]*>/g, '')).toBe(inHtml(each))
        }
        await act(async () => root.unmount())
        page.remove()
      }),
      { numRuns: 300 },
    )
    stop()
  },
)
