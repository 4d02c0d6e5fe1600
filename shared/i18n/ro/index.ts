import type { Dictionary } from '../en/index.ts'
import type { Romanian } from '../translate.ts'
import { dashboard } from './dashboard.ts'
import { deferred } from './deferred.ts'
import { firstView } from './first-view.ts'
import { fiscal } from './fiscal.ts'
import { overlays } from './overlays.ts'
import { reserveWords } from './reserve.ts'
import { server } from './server.ts'
import { service } from './service.ts'

export const ro: Romanian<Dictionary> = {
  ...firstView,
  ...deferred,
  ...dashboard,
  ...service,
  ...server,
  ...fiscal,
  ...reserveWords,
  offline: overlays.offline,
  common: { ...firstView.common, ...service.common, ...dashboard.common },
  menu: { ...firstView.menu, ...overlays.menu, ...deferred.menu },
  table: { ...firstView.table, ...overlays.table },
  cart: { ...firstView.cart, ...overlays.cart },
  auth: dashboard.auth,
  orders: { ...service.orders, ...dashboard.orders },
  reservations: { ...service.reservations, ...dashboard.reservations },
  validation: { ...deferred.validation, ...dashboard.validation },
  errors: { ...firstView.errors, ...deferred.errors, ...dashboard.errors, ...server.errors },
}
