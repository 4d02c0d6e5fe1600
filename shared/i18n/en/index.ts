import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { firstView } from './first-view.ts'
import { server } from './server.ts'

/** The source dictionary: its shape is the type of every translation key. */
export const en = {
  ...firstView,
  ...deferred,
  ...dashboard,
  ...server,
  // These groups are in several parts, each loaded by those who need it.
  validation: { ...firstView.validation, ...dashboard.validation },
  errors: { ...firstView.errors, ...dashboard.errors, ...server.errors },
}
export type Dictionary = typeof en
