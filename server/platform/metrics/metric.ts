/** One metric, as Prometheus defines it (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export interface Sample {
  /** What the sample is of. Never the name or number of a person, and never text that a caller chooses. */
  labels?: Readonly<Record<string, string | number>>
  value: number
  /** The part of a histogram. */
  suffix?: '_bucket' | '_sum' | '_count'
}

/** Reads metrics at a scrape. */
export type MetricSource = () => readonly Metric[] | Promise<readonly Metric[]>

/** A value that rises and falls. */
export function gauge(name: string, help: string, value: number | readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples: typeof value === 'number' ? [{ value }] : value }
}

/** A value that only rises, from 0 at the start of the process; its name ends in `_total`. */
export function counter(name: `${string}_total`, help: string, value: number | readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples: typeof value === 'number' ? [{ value }] : value }
}

/** Counts by labels, for example refusals by status and reason. */
export class LabelledCount {
  readonly #names: readonly string[]
  readonly #samples = new Map<string, { labels: Record<string, string>; value: number }>()

  /** @param names of the labels */
  constructor(...names: string[]) {
    this.#names = names
  }

  /** Counts one more of these values of the labels, in the order of their names. */
  add(...values: string[]): void {
    const key = values.join(' ')
    const sample = this.#samples.get(key)
    if (sample) sample.value++
    else this.#samples.set(key, { labels: this.#labelsOf(values), value: 1 })
  }

  samples(): Sample[] {
    return [...this.#samples.values()].map((sample) => ({ ...sample }))
  }

  #labelsOf(values: readonly string[]): Record<string, string> {
    return Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']))
  }
}

/** The metrics in Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${valueText(value)}`),
  ])
  return `${lines.join('\n')}\n`
}

function labelsText(labels: Sample['labels']): string {
  if (labels === undefined) return ''
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function valueText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value)
  return value > 0 ? '+Inf' : '-Inf'
}
