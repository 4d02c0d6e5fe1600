import 'fastify'
import type { Access, Endpoint } from '#shared/contracts/endpoint.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session cookie; looked up at the first call, once for each request. */
    viewer(): Promise<Viewer | null>
  }
  interface FastifyContextConfig {
    access?: Access
    upload?: Endpoint['upload']
  }
}
