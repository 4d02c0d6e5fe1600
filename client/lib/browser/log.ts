/** Logs a problem that nobody needs to act on. Nothing else writes to the browser's console. */
export function logProblem(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is what the file is for.
  console.warn(what, cause)
}
