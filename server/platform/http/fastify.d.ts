import 'fastify'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import type { Access } from '#shared/domain/access.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the login session's cookie, or null. Looked up once per request, at the first call. */
    viewer(): Promise<Viewer | null>
    /** When the request began, as `performance.now()`. */
    startedAt: number
    /**
     * Checks the signed-in owner's own password, with the limits of signing in.
     * @throws AppError `wrong_password`, `too_many_requests`
     */
    confirmPassword(owner: Viewer, password: string): Promise<void>
  }
  interface FastifyContextConfig {
    access?: Access
    upload?: Endpoint['upload']
  }
}
