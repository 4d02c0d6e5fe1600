import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { logProblem } from '../../../lib/browser/log.ts'

interface CardBoundaryProps {
  order: Order
  children: ReactNode
}

/**
 * If an order's card fails to render, shows only its number and total until the order changes; other cards are
 * unaffected.
 */
export class CardBoundary extends Component<CardBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    logProblem(`Order ${this.props.order.id} could not be rendered`, error)
  }

  override componentDidUpdate({ order }: CardBoundaryProps) {
    if (this.state.failed && order !== this.props.order) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <PlainCard order={this.props.order} /> : this.props.children
  }
}

function PlainCard({ order: { id, total, currency } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <article
      aria-label={t('orders.order', { id })}
      className="rounded-card border border-cancelled bg-card p-4.5 shadow-soft"
    >
      <h2 className="display figures text-[22px] leading-tight">#{id}</h2>
      <p className="mt-1.5 text-[15px]">{t('orders.notDrawn')}</p>
      <p className="display figures mt-3.5 text-xl leading-tight">
        <span className="sr-only">{t('orders.total')} </span>
        {formatMoney(total, currency)}
      </p>
    </article>
  )
}
