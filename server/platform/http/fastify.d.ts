import 'fastify'
import type { Access } from '#shared/contracts/endpoint.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, by the session cookie; looked up once, and only when somebody wants to know. */
    viewer(): Promise<Viewer | null>
  }
  interface FastifyContextConfig {
    access?: Access
  }
}
