import { readdirSync, readFileSync } from 'node:fs'

/**
 * What a process and all that it started hold in memory, in MB: PSS, in which what several share counts once.
 * @returns NaN where the system doesn't tell (only Linux does)
 */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = familyOf(pid).map((member) => Number(/^Pss:\s+(\d+)/m.exec(rollup(member))?.[1]))
    return kilobytes.reduce((sum, part) => sum + part, 0) / 1024
  } catch {
    return Number.NaN
  }
}

const rollup = (pid: number) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')

function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const family = [pid]
  // Grows while it is walked: children of children come too.
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It has just ended.
    return undefined
  }
}
