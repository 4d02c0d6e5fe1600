import { RequestError } from './request-error.ts'

/** A delete in which somebody else was quicker: it is gone, as was wanted. */
export async function ignoreNotFound(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}
