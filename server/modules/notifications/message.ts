import { words } from '#server/platform/language.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import type { TemplateMessage } from '#server/platform/whatsapp/api.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { OrderForMessage } from './repo.ts'

/** What is to be said, with all that is said of it. */
export type MessageSubject =
  | { kind: 'test' }
  | { kind: 'order'; order: OrderForMessage }
  | { kind: 'orders'; count: number }

type Templates = Pick<WhatsappAccount, 'template' | 'templateMany' | 'language'>

/** The message of it, in the templates' language (docs/product.md#whatsapp-says). */
export function templateMessage(told: MessageSubject, templates: Templates, to: string): TemplateMessage {
  const t = words(templates.language.startsWith('ro') ? 'ro' : 'en')
  if (told.kind === 'orders') {
    return { to, template: templates.templateMany, parameters: [t('notifications.orders', { count: told.count })] }
  }
  if (told.kind === 'test') {
    return { to, template: templates.template, parameters: ['0', t('notifications.test'), formatMoney(0, 'lei')] }
  }
  const { id, tableNumber, diningOption, total, currency } = told.order
  const here = tableNumber === null ? t('checkout.dineIn') : t('common.table', { number: tableNumber })
  const place = diningOption === 'takeaway' ? t('checkout.takeaway') : here
  return { to, template: templates.template, parameters: [String(id), place, formatMoney(total, currency)] }
}
