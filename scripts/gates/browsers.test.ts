import { afterAll, describe, expect, it } from 'vitest'
import { gate, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const verdictOn = (code: string, styles = '') => {
  const files = { 'static/part.js': code, 'static/part.css': styles, 'ssr/server.js': 'Map.groupBy([], String)' }
  return gate('../scripts/gates/browsers.mjs', [trial(files)])
}

describe('the gate of browsers', { concurrent: true }, () => {
  it('lets pass what they all have, and what only the server runs', async () => {
    const styles = '.part:hover{color:red;opacity:.9}.part{opacity:1}'
    const { passed, output } = await verdictOn('export const sorted = (all) => all?.toSorted() ?? [].at(-1)', styles)
    expect([passed, output]).toEqual([true, '1 files\n'])
  })

  it.each([
    ['a built-in that is too new', 'export const groups = Map.groupBy([1], (n) => n % 2)', 'MapGroupBy'],
    ['syntax that is too new', 'export const letter = /[a-z--q]/v', 'regular expression'],
    ['a lookbehind', 'export const word = /(?<=a)b/', 'a lookbehind'],
    ['a lookbehind in a string', "export const word = new RegExp('(?<!a)b')", 'a lookbehind'],
  ])('refuses %s', async (_, code, reason) => {
    const { passed, output } = await verdictOn(code)
    expect([passed, output]).toEqual([false, expect.stringMatching(new RegExp(reason, 'i'))])
  })

  it('refuses what is shown only to a pointer that hovers', async () => {
    const styles = '@media (hover:hover){.part:is(:where(.group):hover *){color:red;opacity:1}}'
    const { passed, output } = await verdictOn('', styles)
    expect([passed, output]).toEqual([false, expect.stringMatching(/part\.css: shown only by hovering/)])
  })
})
