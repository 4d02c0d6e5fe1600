/** Why a start failed; stable codes for callers and tests. */
export type StartProblem =
  | 'no-binaries'
  | 'cannot-run'
  | 'unreachable-folder'
  | 'folder-in-use'
  | 'foreign-folder'
  | 'other-major'
  | 'damaged-folder'
  | 'start-failed'

/** The embedded database cannot start. The message is whole sentences for the person who started the server. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly problem: StartProblem

  constructor(problem: StartProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** The error code of a failed system call (`ENOENT`, `EACCES`…); undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
