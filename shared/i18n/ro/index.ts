import type { Dictionary } from '../en/index.ts'
import { common } from './common.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { guest } from './guest.ts'
import { deferred } from './later.ts'

export const ro: Dictionary = { ...common, ...errors, ...guest, ...deferred, ...dashboard }
