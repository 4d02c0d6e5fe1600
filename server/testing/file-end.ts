const cleanups: (() => Promise<unknown>)[] = []

/**
 * Does `cleanup` when the test file that runs has ended, the last one first. A hook of a module that several files of a
 * worker share would belong to the first of them.
 */
export function atFileEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

/** Called by vitest.setup.ts after each file. */
export async function endFile(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
