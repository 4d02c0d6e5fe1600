import { count, isNull } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'

/** How the connection to WhatsApp stands. @param configured whether this instance has an account */
export async function readWhatsappState(db: Reader, configured: boolean): Promise<Whatsapp> {
  const [queue] = await db.select().from(whatsappQueue)
  const [unsent] = await db
    .select({ waiting: count() })
    .from(whatsappMessages)
    .where(isNull(whatsappMessages.acceptedAt))
  const reason = queue?.stoppedBy ?? null
  return {
    configured,
    state: reason === null ? 'ok' : 'stopped',
    reason,
    lastAt: queue?.lastAt?.toISOString() ?? null,
    waiting: unsent?.waiting ?? 0,
  }
}
