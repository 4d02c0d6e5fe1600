import { RequestError } from '../api/request-error.ts'

/** Awaits a delete; a 404 counts as success, since somebody else has already deleted it. */
export async function ignoreNotFound(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}
