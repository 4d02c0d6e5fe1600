const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABELS = `(?:\\{(?:[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\[\\\\n"])*",?)*\\})?`
const SAMPLE = new RegExp(`^(${NAME})(${LABELS}) (NaN|[+-]Inf|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`, 'i')
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`)

/**
 * Parses metrics in Prometheus' text format by its grammar: HELP and TYPE before the samples of a metric, no metric and
 * no sample twice, buckets of a histogram that rise up to its count.
 * @returns the values by name and labels, as they are written
 * @throws Error naming the line that is not valid
 */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  let current = ''
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  for (const line of text.slice(0, -1).split(/\n+/)) {
    const [, keyword, name = '', rest = ''] = COMMENT.exec(line) ?? []
    if (keyword === 'HELP') {
      if (types.has(name)) throw new Error(`${name} is there twice`)
      current = name
    } else if (keyword === 'TYPE') {
      if (name !== current || !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(line)
      types.set(name, rest)
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
      const suffix = types.get(current) === 'histogram' ? '_(bucket|sum|count)' : ''
      if (!new RegExp(`^${current}${suffix}$`).test(sample) || samples.has(sample + labels)) throw new Error(line)
      if (types.get(current) === 'counter' && !(sample.endsWith('_total') && Number(value) >= 0)) throw new Error(line)
      samples.set(sample + labels, Number(value.replace('Inf', 'Infinity')))
    }
  }
  checkHistograms(samples)
  return samples
}

function checkHistograms(samples: ReadonlyMap<string, number>): void {
  const last = new Map<string, number>()
  for (const [key, value] of samples) {
    const [, name, labels] = /^(\w+)_bucket\{le="[^"]+",(.*)\}$/.exec(key) ?? []
    if (name === undefined) continue
    const histogram = `${name}_count{${labels}}`
    if (value < (last.get(histogram) ?? 0)) throw new Error(`${key} falls`)
    last.set(histogram, value)
  }
  for (const [count, value] of last)
    if (samples.get(count) !== value) throw new Error(`${count} is not its +Inf bucket`)
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
