import { AppError } from '#server/platform/app-error.ts'
import { Turns } from '#server/platform/limits/turns.ts'

/** The most reports that may wait for the one that is being made. */
const MAX_WAITING = 4

/** Has one report made after another, so that many that are asked for at once take no more of the machine than one. */
export class ReportTurns<Report> {
  readonly #turns = new Turns()
  readonly #inProgress = new Map<string, Promise<Report>>()

  /**
   * Makes a report when its turn comes. Whoever asks for the same one meanwhile gets that one.
   * @param name the same for the same report
   * @throws AppError `unavailable` where too many wait already
   */
  ask(name: string, make: () => Promise<Report>): Promise<Report> {
    const known = this.#inProgress.get(name)
    if (known !== undefined) return known
    if (this.#inProgress.size > MAX_WAITING) throw new AppError('unavailable')
    const made = this.#turns.take('report', make).finally(() => this.#inProgress.delete(name))
    this.#inProgress.set(name, made)
    return made
  }
}
