import type { Dictionary } from '../en/index.ts'
import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { firstView } from './first-view.ts'
import { server } from './server.ts'

export const ro: Dictionary = {
  ...firstView,
  ...deferred,
  ...dashboard,
  ...server,
  validation: { ...firstView.validation, ...dashboard.validation },
  errors: { ...firstView.errors, ...dashboard.errors, ...server.errors },
}
