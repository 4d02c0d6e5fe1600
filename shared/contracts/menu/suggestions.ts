import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'

export const getSuggestions = endpoint('GET', '/api/menu/suggestions', 'public', {
  summary: 'Which dishes are often ordered together: for the id of a dish, those of at most two others.',
  answer: z.object({ pairs: z.record(z.string(), z.array(z.int())) }),
})
