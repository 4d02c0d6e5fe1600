import * as z from 'zod/mini'
import { InputError } from '../input-error.ts'

const header = z.object({ 'If-Match': z.string().check(z.regex(/^(?:"\d{1,15}"|\d{1,15})$/, 'validation.version')) })

/**
 * The version that a caller changes from, so that nobody's change is lost (docs/product.md#orders-match).
 * @param sent the `If-Match` as sent: a version, with or without quotes
 * @returns undefined without the header: the last change wins
 * @throws InputError for anything else, so for lists, `*` and weak tags too
 */
export function versionToMatch(sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined
  const { data, error } = header.safeParse({ 'If-Match': sent })
  if (!data) throw new InputError(error.issues)
  return Number(data['If-Match'].replaceAll('"', ''))
}
