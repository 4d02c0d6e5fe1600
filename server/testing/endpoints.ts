import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value
/** Every file of contracts, also in subfolders, so that a new one is tested without being listed. */
const contractFolder = new URL('../../shared/contracts/', import.meta.url)
const contractFiles = readdirSync(fileURLToPath(contractFolder), { encoding: 'utf8', recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const contracts = await Promise.all(contractFiles.map((name) => import(new URL(name, contractFolder).href)))

/** Every endpoint that a contract declares. */
export const declaredEndpoints = contracts.flatMap((contract) => Object.values<unknown>(contract).filter(isEndpoint))

/** A path with ids that do not exist. */
export const withUnknownIds = (path: string) => path.replaceAll(/:\w+/g, '999999')
