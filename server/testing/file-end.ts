const cleanups: (() => Promise<unknown>)[] = []

/** Runs work at the end of the current test file, the last first; a hook would belong to the first file of a worker. */
export function atFileEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

/** Called by vitest.setup.ts after each file. */
export async function endFile(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
