import { common } from './common.ts'
import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { errors } from './errors.ts'
import { guest } from './guest.ts'
import { notifications } from './notifications.ts'
import { proposal } from './proposal.ts'
import { refusals } from './refusals.ts'

/** The source dictionary: its shape is the type of every translation key. */
export const en = {
  ...common,
  ...errors,
  ...guest,
  ...deferred,
  ...dashboard,
  ...proposal,
  ...notifications,
  // These two come in parts, each to those who read it.
  validation: { ...errors.validation, ...dashboard.validation },
  errors: { ...errors.errors, ...dashboard.errors, ...refusals },
}
export type Dictionary = typeof en
