import { BUILD_HEADER } from '#shared/domain/cached-answers.ts'

/**
 * Requests the page that the server renders with its dishes.
 * @param build the MD5 of the stored page: a rendered page of another build would replace the guest's version unasked
 * @param timeoutMs after this time, a slow network counts as none
 * @returns undefined without a rendered page of this build in time; the stored page then loads the dishes itself
 */
export async function renderedPage(request: Request, build: string, timeoutMs: number): Promise<Response | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const response = await Promise.race([fetch(request).catch(() => undefined), timeout])
  return response?.headers.get(BUILD_HEADER) === build ? response : undefined
}
