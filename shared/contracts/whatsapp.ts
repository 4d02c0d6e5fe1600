import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { isoMoment } from './base/fields.ts'

/** Why WhatsApp accepts no message until somebody acts (docs/product/notifications.md#whatsapp-stopped). */
export const WHATSAPP_STOPS = ['token', 'template', 'recipient', 'account', 'refused'] as const
export type WhatsappStop = (typeof WHATSAPP_STOPS)[number]

/** Why no message about orders is sent: a stop, or the day's limit, which ends by itself (docs/product/notifications.md#whatsapp-limit). */
export const WHATSAPP_REASONS = [...WHATSAPP_STOPS, 'daily_limit'] as const

export const whatsappSchema = z.object({
  /** Whether the environment configures an account (docs/running.md). */
  configured: z.boolean(),
  state: z.enum(['ok', 'stopped']),
  /** Null while the state is ok. */
  reason: z.nullable(z.enum(WHATSAPP_REASONS)),
  /** When WhatsApp last accepted a message; whether it was delivered is unknown. */
  lastAt: z.nullable(isoMoment),
  waiting: z.int(),
})
export type Whatsapp = z.infer<typeof whatsappSchema>

export const getWhatsapp = endpoint('GET', '/api/whatsapp', 'owner', {
  summary: 'The state of the connection to WhatsApp.',
  response: whatsappSchema,
})

export const testWhatsapp = endpoint('POST', '/api/whatsapp/test', 'owner', {
  summary: 'Queues a test message to the owner, which is sent without waiting for a longer pause.',
  status: 202,
  response: whatsappSchema,
})
