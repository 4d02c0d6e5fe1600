import { readdirSync, readFileSync } from 'node:fs'

/**
 * The memory of a process and its descendants in MB, as PSS, which counts shared memory once.
 * @returns NaN on systems other than Linux
 */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = processTree(pid).map((member) => Number(/^Pss:\s+(\d+)/m.exec(memoryMap(member))?.[1]))
    return kilobytes.reduce((sum, part) => sum + part, 0) / 1024
  } catch {
    return Number.NaN
  }
}

const memoryMap = (pid: number) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')

function processTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const tree = [pid]
  // The array grows during the loop, so that it includes all descendants.
  for (const member of tree) {
    for (const [child, parent] of parents) if (parent === member) tree.push(child)
  }
  return tree
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // The process has ended.
    return undefined
  }
}
