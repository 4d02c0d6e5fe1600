import * as z from 'zod/mini'
import { InputError } from '../input-error.ts'

const header = z.object({ 'If-Match': z.string().check(z.regex(/^(?:"\d{1,15}"|\d{1,15})$/, 'validation.version')) })

/**
 * Parses the version on which a caller bases a change, so that no change is lost (docs/product/orders.md#orders-match).
 * @param ifMatch the `If-Match` header: a version, with or without quotes
 * @returns undefined without the header: then the last change wins
 * @throws InputError for anything else, including lists, `*` and weak tags
 */
export function versionToMatch(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined) return undefined
  const { data, error } = header.safeParse({ 'If-Match': ifMatch })
  if (!data) throw new InputError(error.issues)
  return Number(data['If-Match'].replaceAll('"', ''))
}
