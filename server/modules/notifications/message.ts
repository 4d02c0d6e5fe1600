import { translator } from '#server/platform/language.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import type { TemplateMessage } from '#server/platform/whatsapp/api.ts'
import { formatMoney } from '#shared/domain/money.ts'
import type { OrderForMessage } from './repo.ts'

/** What a message is about, with the data its text needs. */
export type MessageSubject =
  | { kind: 'test' }
  | { kind: 'order'; order: OrderForMessage }
  | { kind: 'orders'; count: number }

type Templates = Pick<WhatsappAccount, 'template' | 'templateMany' | 'language'>

/** The message about a subject, in the language of the templates (docs/product/notifications.md#whatsapp-says). */
export function templateMessage(subject: MessageSubject, templates: Templates, to: string): TemplateMessage {
  const t = translator(templates.language.startsWith('ro') ? 'ro' : 'en')
  if (subject.kind === 'orders') {
    return { to, template: templates.templateMany, parameters: [t('notifications.orders', { count: subject.count })] }
  }
  if (subject.kind === 'test') {
    return { to, template: templates.template, parameters: ['0', t('notifications.test'), formatMoney(0, 'lei')] }
  }
  const { id, tableNumber, diningOption, total, currency } = subject.order
  const table = tableNumber === null ? t('checkout.dineIn') : t('common.table', { number: tableNumber })
  const destination = diningOption === 'takeaway' ? t('checkout.takeaway') : table
  return { to, template: templates.template, parameters: [String(id), destination, formatMoney(total, currency)] }
}
