/** Reads metrics in Prometheus' text format. @returns the values by name and labels, as they are written */
export function parseMetrics(text: string): Map<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((sample) => {
      const at = sample.lastIndexOf(' ')
      return [sample.slice(0, at), Number(sample.slice(at).replace('Inf', 'Infinity'))]
    }),
  )
}

/** The samples of a later scrape that differ from those of an earlier one, by how much, if their names match. */
export function changesBetween(
  earlier: ReadonlyMap<string, number>,
  later: ReadonlyMap<string, number>,
  names: RegExp,
): Record<string, number> {
  const changed = [...later].map(([key, value]) => [key, value - (earlier.get(key) ?? 0)] as const)
  return Object.fromEntries(changed.filter(([key, difference]) => difference !== 0 && names.test(key)))
}
