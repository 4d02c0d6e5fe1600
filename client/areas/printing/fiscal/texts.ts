import type { FiscalLeft, MadeReceipt } from '#shared/contracts/fiscal.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { AnyText } from '#shared/i18n/translate.ts'
import { timeZone, useSettings } from '../../../lib/settings/settings.ts'
import { language, t } from '../../../ui/index.ts'

const KNOWN_CODES = ['late', 'off', 'MASA'] as const

/** What screens say of a fiscal receipt. */
export function useReceiptTexts() {
  const { paymentMethods = DEFAULT_METHODS } = useSettings()

  function methodOf(id: number): string {
    const method = paymentMethods.find((one) => one.id === id)
    return method ? nameIn(language, method) : `#${id}`
  }

  function titleOf({ kind, state, number }: MadeReceipt): string {
    const what = t(`fiscal.kinds.${kind}`)
    if (state === 'printed' && number !== null) return t('fiscal.numbered', { name: what, number })
    return `${what} · ${t(`fiscal.states.${state}`)}`
  }

  function aboutOf({ orderIds, guestName, payments, at }: MadeReceipt): string {
    const sum = payments.reduce((all, { amount }) => all + amount, 0)
    const orders = orderIds.map((id) => `#${id}`).join(', ')
    return [orders, guestName, sum > 0 && formatMoney(sum, 'lei'), formatTime(at, timeZone)].filter(Boolean).join(' · ')
  }

  const leftOf = ({ orderIds, amount }: FiscalLeft) =>
    `${orderIds.map((id) => `#${id}`).join(', ')} · ${formatMoney(amount, 'lei')}`

  /** What the text of a receipt lacks: `rate 9`, `none`, `deposit`, `tip`, `method 3`. */
  function missingText(info: string): string {
    const [what = '', value = ''] = info.split(' ')
    return (t as AnyText)(`fiscal.missing.${what}`, { rate: value, name: methodOf(Number(value)) })
  }

  /** Why it is refused. */
  function reasonOf({ code, info }: MadeReceipt): string {
    const known = KNOWN_CODES.find((one) => one === code)
    if (known) return t(`fiscal.reasons.${known}`)
    if (code === 'fiscal_group') return t('fiscal.reasons.fiscal_group', { what: missingText(info ?? '') })
    if (code !== 'fiscal_sum')
      return t('fiscal.reasons.device', { words: [code, info].filter(Boolean).join(' · ') || '–' })
    const [lines, payments] = (info ?? '').split(' ').map((sum) => formatMoney(Number(sum), 'lei'))
    return t('fiscal.reasons.fiscal_sum', { lines, payments })
  }

  /** What there is to know before somebody decides or corrects it. */
  function whyOf(receipt: MadeReceipt): string[] {
    const { state, info, lateAnswer, undoneAt } = receipt
    const words = [
      state === 'refused' && reasonOf(receipt),
      state === 'unclear' && t('fiscal.unclear'),
      info === 'without_tax_number' && t('fiscal.withoutTaxNumber'),
      lateAnswer && t(`fiscal.lateAnswer.${lateAnswer.state}`, { number: lateAnswer.number ?? '–' }),
      undoneAt && t('fiscal.undone'),
    ]
    return words.filter((word) => typeof word === 'string')
  }

  return { missingText, methodOf, titleOf, aboutOf, leftOf, whyOf }
}
