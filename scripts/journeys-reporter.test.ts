import path from 'node:path'
import type { FullConfig, FullResult, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import JourneysReporter from './journeys-reporter.ts'

const TEST = {
  title: 'a guest orders',
  location: { file: path.resolve('e2e/order.test.ts'), line: 7, column: 1 },
} as TestCase
const step = (...titles: string[]) => ({ titlePath: () => titles }) as TestStep

describe('the reporter of the journeys', () => {
  let printed: string
  let reporter: JourneysReporter

  beforeEach(() => {
    vi.useFakeTimers()
    printed = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += text
      return true
    })
    reporter = new JourneysReporter()
  })
  afterEach(() => reporter.onEnd({ status: 'passed' } as FullResult))

  /** Lets time pass. @returns what was printed meanwhile */
  function printedIn(seconds: number): string {
    printed = ''
    vi.advanceTimersByTime(seconds * 1000)
    return printed
  }

  const begin = () => reporter.onBegin({} as FullConfig, { allTests: () => [TEST, TEST] } as Suite)

  it('names the global setup if it takes minutes', () => {
    expect(printedIn(59)).toBe('')
    expect(printedIn(1)).toContain('waiting for the global setup')
  })

  it('names a test that runs for minutes, and the innermost step at which it is', () => {
    begin()
    const result = {} as TestResult
    const [hook, fixture] = [step('After Hooks'), step('After Hooks', 'Fixture "page"')]
    reporter.onTestBegin(TEST, result)
    for (const begun of [hook, fixture]) reporter.onStepBegin(TEST, result, begun)
    expect(printedIn(120)).toContain(
      'running for 120 s: e2e/order.test.ts:7 › a guest orders\n     at: After Hooks › Fixture "page"\n',
    )
    reporter.onStepEnd(TEST, result, fixture)
    expect(printedIn(60)).toContain('at: After Hooks\n')
  })

  it('says nothing while tests end', () => {
    begin()
    for (const result of [{}, {}] as TestResult[]) {
      reporter.onTestBegin(TEST, result)
      expect(printedIn(50)).toBe('')
      reporter.onTestEnd(TEST, result)
    }
  })

  it('names the workers and the teardown if no test runs', () => {
    begin()
    const result = {} as TestResult
    reporter.onTestBegin(TEST, result)
    reporter.onTestEnd(TEST, result)
    expect(printedIn(60)).toContain('1 of 2 have ended; waiting for a worker that starts or ends')
  })

  it('names what ran, however short, when the limit of the whole run ends it', () => {
    begin()
    reporter.onTestBegin(TEST, {} as TestResult)
    printed = ''
    reporter.onEnd({ status: 'timedout' } as FullResult)
    expect(printed).toContain('running for 0 s: e2e/order.test.ts:7')
  })
})
