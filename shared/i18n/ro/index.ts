import type { Dictionary } from '../en/index.ts'
import { common } from './common.ts'
import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { errors } from './errors.ts'
import { guest } from './guest.ts'
import { notifications } from './notifications.ts'
import { proposal } from './proposal.ts'
import { refusals } from './refusals.ts'

export const ro: Dictionary = {
  ...common,
  ...errors,
  ...guest,
  ...deferred,
  ...dashboard,
  ...proposal,
  ...notifications,
  validation: { ...errors.validation, ...dashboard.validation },
  errors: { ...errors.errors, ...dashboard.errors, ...refusals },
}
