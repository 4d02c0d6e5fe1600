import { expect, type Page } from '@playwright/test'

interface AxNode {
  nodeId: string
  parentId?: string
  childIds?: string[]
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  properties?: { name: string; value: { value: unknown } }[]
}

/** What must have a name to be told apart by ear. */
const NAMED = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'option',
  'dialog',
  'alertdialog',
  'region',
  'image',
]

/**
 * Reads the page as a screen reader is given it: everything that needs a name has one and no level of headings is
 * left out.
 * @returns the headings, with their levels
 */
export async function expectReadable(page: Page, where: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await session.detach()
  const read = inOrder(nodes).filter(({ ignored }) => !ignored)
  expect(read.length, where).toBeGreaterThan(5)
  const roleOf = ({ role }: AxNode) => role?.value ?? ''
  const nameOf = ({ name }: AxNode) => (name?.value ?? '').replace(/\s+/g, ' ').trim()
  const nameless = read.filter((node) => NAMED.includes(roleOf(node)) && nameOf(node) === '').map(roleOf)
  expect(nameless, `nameless, ${where}`).toEqual([])
  // Words that a person reads, never a key of the dictionaries.
  const keys = read.map(nameOf).filter((name) => /^[a-z]+(\.[a-zA-Z]+)+$/.test(name))
  expect(keys, `untranslated, ${where}`).toEqual([])

  const headings = read
    .filter((node) => roleOf(node) === 'heading')
    .map((node) => ({
      name: nameOf(node),
      level: Number(node.properties?.find(({ name }) => name === 'level')?.value.value),
    }))
  // A dialog hides the page's own heading, and begins with the second level.
  let before = read.some((node) => roleOf(node) === 'dialog') ? 1 : 0
  for (const { name, level } of headings) {
    expect(level, `the heading “${name}” after one of level ${before}, ${where}`).toBeLessThanOrEqual(before + 1)
    before = level
  }
  return headings.map(({ name, level }) => `${level} ${name}`)
}

/** The nodes from top to bottom, as they are read; the browser lists them level by level. */
function inOrder(nodes: readonly AxNode[]): AxNode[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const walk = (node: AxNode): AxNode[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id)
      return child ? walk(child) : []
    }),
  ]
  return nodes.filter(({ parentId }) => parentId === undefined).flatMap(walk)
}
