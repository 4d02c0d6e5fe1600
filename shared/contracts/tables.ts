import * as z from 'zod/mini'
import { TABLE_STATUSES } from '../domain/table-status.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

export const tableSchema = z.object({
  id,
  number: z.int(),
  capacity: z.int(),
  status: z.enum(TABLE_STATUSES),
})
export type Table = z.infer<typeof tableSchema>

export const getTables = endpoint({
  method: 'GET',
  path: '/api/tables',
  access: 'public',
  says: 'The tables by number.',
  answer: z.array(tableSchema),
})
