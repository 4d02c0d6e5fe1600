/** What React keeps of a component or an element, as far as it is read here. */
interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
  type: unknown
  memoizedState: { next?: unknown } | null
}

/** The elements below a row, an icon being one, and how many hooks with a state or an effect its components have. */
export function rowWeight(row: Element): { hooks: number; elements: number } {
  const key = Object.keys(row).find((name) => name.startsWith('__reactFiber$')) as keyof Element
  const weight = { hooks: 0, elements: 0 }
  const visit = (fiber: Fiber | null) => {
    for (let one = fiber; one; one = one.sibling) {
      const isElement = typeof one.type === 'string'
      if (isElement) weight.elements++
      // A component's first hook; what a class has as its state is no hook.
      let hook = isElement ? null : one.memoizedState
      for (; hook && 'next' in hook; hook = hook.next as Fiber['memoizedState']) weight.hooks++
      if (one.type !== 'svg') visit(one.child)
    }
  }
  visit((row[key] as unknown as Fiber).child)
  return weight
}
