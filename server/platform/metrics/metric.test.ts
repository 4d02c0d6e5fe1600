import { describe, expect, it } from 'vitest'
import { parseMetrics } from '#server/testing/prometheus.ts'
import { counter, gauge, LabelledCount, metricsText, RouteCounts } from './metric.ts'

describe('the text format', () => {
  it('has a line for each sample, after the help and the type of its metric', () => {
    const count = new LabelledCount('status', 'reason')
    count.add('409', 'price_changed')
    count.add('429', 'too_many_requests')
    count.add('409', 'price_changed')
    const text = metricsText([
      gauge('masa_a', 'What it is.', 1.5),
      counter('masa_b_total', 'Refusals.', count.samples()),
      counter('masa_none_total', 'Nothing yet.', []),
    ])
    expect(text).toBe(
      `# HELP masa_a What it is.
# TYPE masa_a gauge
masa_a 1.5
# HELP masa_b_total Refusals.
# TYPE masa_b_total counter
masa_b_total{status="409",reason="price_changed"} 2
masa_b_total{status="429",reason="too_many_requests"} 1
# HELP masa_none_total Nothing yet.
# TYPE masa_none_total counter
`,
    )
    expect(parseMetrics(text).size).toBe(3)
  })

  it('escapes help and labels, and writes infinite values as Prometheus does', () => {
    const text = metricsText([
      gauge('masa_a', 'One\\two\nlines', [
        { labels: { route: 'a"b\\c\nd' }, value: Number.POSITIVE_INFINITY },
        { labels: { route: 'e' }, value: Number.NEGATIVE_INFINITY },
        { labels: { route: 'f' }, value: Number.NaN },
      ]),
    ])
    expect(text).toContain('One\\\\two\\nlines\n')
    expect(text).toContain('{route="a\\"b\\\\c\\nd"} +Inf\n')
    expect([...parseMetrics(text).values()]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])
  })
})

describe('the counts of a route', () => {
  it('put a time into the first bucket that is not below it, and leave out 429s', () => {
    const counts = new RouteCounts({ method: 'GET', route: '/a' })
    for (const seconds of [0, 0.001, 0.0011, 10, 10.1]) counts.add(200, seconds)
    counts.add(429, 0.5)
    const buckets = counts.durations().filter(({ suffix }) => suffix === '_bucket')
    expect(
      buckets
        .map(({ labels, value }) => [labels?.le, value])
        .filter(([le]) => Number(le) < 0.006 || le === 10 || le === '+Inf'),
    ).toEqual([
      [0.001, 2],
      [0.0025, 3],
      [0.005, 3],
      [10, 4],
      ['+Inf', 5],
    ])
    expect(
      counts
        .durations()
        .slice(-2)
        .map(({ value }) => value),
    ).toEqual([0 + 0.001 + 0.0011 + 10 + 10.1, 5])
    expect(counts.requests()).toEqual([
      { labels: { method: 'GET', route: '/a', status: 200 }, value: 5 },
      { labels: { method: 'GET', route: '/a', status: 429 }, value: 1 },
    ])
  })

  it('add published answers to the others of their status', () => {
    const counts = new RouteCounts({ method: 'GET', route: '/a' })
    counts.add(200, 1)
    counts.published += 2
    counts.unchanged += 3
    expect(counts.requests().map(({ labels, value }) => [labels?.status, value])).toEqual([
      [200, 3],
      [304, 3],
    ])
    expect(counts.durations().at(-1)?.value).toBe(1)
  })
})
