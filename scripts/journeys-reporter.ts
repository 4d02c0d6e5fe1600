import path from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

const MINUTE_MS = 60_000

interface Running {
  title: string
  began: number
  /** The steps that have begun and not ended, the innermost last. */
  steps: TestStep[]
}

/** Each minute, names what the run has waited for longer than a minute: without it, a run that hangs prints nothing. */
export default class JourneysReporter implements Reporter {
  readonly #running = new Map<TestResult, Running>()
  #phase = 'the global setup: the databases and the demo'
  #count = 0
  #ended = 0
  #changedAt = Date.now()
  readonly #timer = setInterval(() => this.#print(MINUTE_MS), MINUTE_MS).unref()

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#phase = 'a worker that starts or ends (its server, database and browser), or the global teardown'
    this.#count = suite.allTests().length
    this.#changedAt = Date.now()
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    const { file, line } = test.location
    const title = `${path.relative(process.cwd(), file)}:${line} › ${test.title}`
    this.#running.set(result, { title, began: Date.now(), steps: [] })
  }

  onStepBegin(_test: TestCase, result: TestResult, step: TestStep): void {
    this.#running.get(result)?.steps.push(step)
  }

  onStepEnd(_test: TestCase, result: TestResult, step: TestStep): void {
    const { steps = [] } = this.#running.get(result) ?? {}
    if (steps.includes(step)) steps.splice(steps.indexOf(step), 1)
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    this.#running.delete(result)
    this.#ended++
    this.#changedAt = Date.now()
  }

  onEnd({ status }: FullResult): void {
    clearInterval(this.#timer)
    if (status === 'timedout') this.#print(0)
  }

  #print(longerThanMs: number): void {
    const seconds = (since: number) => Math.round((Date.now() - since) / 1000)
    const long = [...this.#running.values()].filter(({ began }) => Date.now() - began >= longerThanMs)
    const lines = long.map(({ title, began, steps }) => {
      const step = steps.at(-1)?.titlePath().join(' › ') ?? 'between two steps'
      return `   running for ${seconds(began)} s: ${title}\n     at: ${step}`
    })
    if (this.#running.size === 0 && Date.now() - this.#changedAt >= longerThanMs)
      lines.push(
        `   no test has run for ${seconds(this.#changedAt)} s, ${this.#ended} of ${this.#count} have ended; waiting for ${this.#phase}`,
      )
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  }
}
