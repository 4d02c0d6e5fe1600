import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { firstView } from './first-view.ts'
import { server } from './server.ts'
import { service } from './service.ts'

/** The source dictionary: its shape is the type of every translation key. */
export const en = {
  ...firstView,
  ...deferred,
  ...dashboard,
  ...service,
  ...server,
  // These groups are in several parts, each loaded by those who need it.
  menu: { ...firstView.menu, ...deferred.menu },
  table: { ...firstView.table, ...deferred.table },
  cart: { ...firstView.cart, ...deferred.cart },
  auth: dashboard.auth,
  validation: { ...deferred.validation, ...dashboard.validation },
  errors: { ...firstView.errors, ...deferred.errors, ...dashboard.errors, ...server.errors },
}
export type Dictionary = typeof en
