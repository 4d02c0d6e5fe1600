import type { Endpoint } from '#shared/contracts/base/endpoint.ts'

/**
 * What a request needs of an endpoint, without its schemas: for the first views of guests, kitchen and floor, which would
 * load zod and every rule of the area with the contract itself. The compiler compares each one with its contract.
 */
export type BareEndpoint<E extends Endpoint> = Pick<E, 'method' | 'path'> &
  (E extends { status: infer Status } ? { status: Status } : { status?: undefined }) &
  (E extends { repeatStatus: infer Status } ? { repeatStatus: Status } : { repeatStatus?: undefined }) & {
    /** Only a type: the contract that the request's and the response's types come from. */
    contract?: E
  }
