import type { server as en } from '../en/server.ts'
import { callRefusals } from './guest/calls.ts'
import { checkoutRefusals } from './guest/checkout.ts'
import { requestRefusals } from './guest/errors.ts'
import { orderStatusRefusals } from './guest/order-status.ts'
import { sharedSessionRefusals } from './guest/shared-sessions.ts'
import { tableRefusals } from './guest/tables.ts'
import { accountRefusals } from './owner/accounts.ts'
import { backupRefusals } from './owner/backups.ts'
import { beforeServiceRefusals } from './owner/before-service.ts'
import { billRefusals } from './owner/bills.ts'
import { cateringRefusals, proposalWords } from './owner/catering.ts'
import { customerRefusals } from './owner/customers.ts'
import { menuRefusals } from './owner/menu.ts'
import { menuImportRefusals } from './owner/menu-imports.ts'
import { orderRefusals } from './owner/orders.ts'
import { printingRefusals } from './owner/printing.ts'
import { tableEditorRefusals } from './owner/tables.ts'
import { notificationWords, whatsappRefusals } from './owner/whatsapp.ts'

export const server: typeof en = {
  proposal: proposalWords,
  notifications: notificationWords,
  errors: {
    ...requestRefusals,
    ...accountRefusals,
    ...backupRefusals,
    ...beforeServiceRefusals,
    ...billRefusals,
    ...callRefusals,
    ...cateringRefusals,
    ...checkoutRefusals,
    ...customerRefusals,
    ...menuImportRefusals,
    ...menuRefusals,
    ...orderRefusals,
    ...orderStatusRefusals,
    ...printingRefusals,
    ...sharedSessionRefusals,
    ...tableEditorRefusals,
    ...tableRefusals,
    ...whatsappRefusals,
  },
}
