import { lock, type Tx } from '#server/db/index.ts'
import { readSoldKinds } from '#server/modules/menu/index.ts'
import { findDevice } from '#server/modules/printing/index.ts'
import type { ReadSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import { lackingGroups } from '#shared/domain/fiscal/fiscal-text.ts'
import type { Language } from '#shared/domain/language.ts'
import { announceFiscal } from './receipts.ts'
import * as repo from './receipts-repo.ts'

type Facts = Pick<ReadSettings, 'fiscal' | 'payments' | 'currency' | 'cashRounding' | 'paymentMethods'>

/**
 * Follows a change of the settings that switches receipts on or off, or takes what they need.
 * @throws InputError, AppError `fiscal_missing` if receipts would be on without what they need
 */
export async function switchFiscal(
  tx: Tx,
  { fiscal: wasOn }: Facts,
  { fiscal: isOn, payments, currency, cashRounding, paymentMethods: methods }: Facts,
  { language, now }: { language: Language; now: Date },
): Promise<void> {
  const fits = { payments, currency: currency === 'lei', cashRounding: cashRounding === 0 }
  const wrong = (Object.keys(fits) as (keyof typeof fits)[]).filter((name) => !fits[name])
  if (isOn && wasOn && wrong[0]) throw inputError(wrong[0], 'validation.fiscalOn')
  if (isOn === wasOn) return
  // No payment is recorded meanwhile, and the device stays as it is.
  await lock(tx, 'day')
  await lock(tx, 'fiscal')
  if (!isOn) return refuseWaiting(tx, now)
  const device = await findDevice(tx)
  const profile = device?.isActive && device.profile
  const lacking = profile ? lackingGroups(await readSoldKinds(tx), methods, profile, language) : [ofDevice]
  const settings = wrong.map((name) => ({ what: name === 'cashRounding' ? ('rounding' as const) : name, name: '' }))
  const missing = [...settings, ...lacking]
  if (missing.length > 0) throw new AppError('fiscal_missing', { missing })
}

const ofDevice = { what: 'device' as const, name: '' }

/** Switched off, the device gets nothing more. */
async function refuseWaiting(tx: Tx, now: Date): Promise<void> {
  for (const { id, state } of await repo.readOpenReceipts(tx))
    if (state === 'waiting')
      await repo.updateReceipt(tx, id, { state: 'refused', code: 'off', info: null, changedAt: now })
  await announceFiscal(tx)
}
