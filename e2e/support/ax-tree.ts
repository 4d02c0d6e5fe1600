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

/** Roles whose elements must have a name. */
const NAMED_ROLES = [
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
 * Checks the accessibility tree that the browser gives to a screen reader: every control has a name, no text is an
 * untranslated key, and no heading level is skipped.
 * @returns the headings, each as its level and name
 */
export async function expectScreenReaderTree(page: Page, where: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await session.detach()
  const visible = inReadingOrder(nodes).filter(({ ignored }) => !ignored)
  expect(visible.length, where).toBeGreaterThan(5)
  const roleOf = ({ role }: AxNode) => role?.value ?? ''
  const nameOf = ({ name }: AxNode) => (name?.value ?? '').replace(/\s+/g, ' ').trim()
  const nameless = visible.filter((node) => NAMED_ROLES.includes(roleOf(node)) && nameOf(node) === '').map(roleOf)
  expect(nameless, `nameless, ${where}`).toEqual([])
  const keys = visible.map(nameOf).filter((name) => /^[a-z]+(\.[a-zA-Z]+)+$/.test(name))
  expect(keys, `untranslated, ${where}`).toEqual([])

  const headings = visible
    .filter((node) => roleOf(node) === 'heading')
    .map((node) => ({
      name: nameOf(node),
      level: Number(node.properties?.find(({ name }) => name === 'level')?.value.value),
    }))
  // A dialog hides the page's level 1 heading, so its own headings begin with level 2.
  let previousLevel = visible.some((node) => roleOf(node) === 'dialog') ? 1 : 0
  for (const { name, level } of headings) {
    expect(level, `the heading “${name}” after one of level ${previousLevel}, ${where}`).toBeLessThanOrEqual(
      previousLevel + 1,
    )
    previousLevel = level
  }
  return headings.map(({ name, level }) => `${level} ${name}`)
}

/** The nodes in reading order; the browser lists them level by level. */
function inReadingOrder(nodes: readonly AxNode[]): AxNode[] {
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
