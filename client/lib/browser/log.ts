/** Logs a problem that nobody needs to act on. Only this function writes to the browser's console. */
export function logProblem(problem: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only log of the page.
  console.warn(problem, cause)
}
