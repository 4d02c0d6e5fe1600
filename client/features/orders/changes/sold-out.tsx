import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SoldOutAnswer, setSoldOut } from '#shared/contracts/menu-editing.ts'
import { holdersText } from '../../../entities/sold-out/index.ts'
import { ANSWER_WITHIN_MS } from '../../../lib/api/answer-within.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { toast } from '../../../ui/toast/store.ts'

/**
 * Marks a line's dish as sold out today from the kitchen, and names who still holds it
 * (docs/product.md#menu-sold-out). Until the dialog closes it can be taken back.
 */
export function SoldOutToday({ menuItemId, name }: { menuItemId: number; name: string }) {
  const { t } = useTranslation()
  const [data, setData] = useState<SoldOutAnswer>()
  const { mutate, isPending } = useMutation({
    mutationFn: (soldOut: boolean) =>
      callApi(setSoldOut, { params: { id: String(menuItemId) }, body: { soldOut }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: setData,
    onError: (error) => toast({ variant: 'destructive', title: t('soldOut.failed'), description: errorMessage(error) }),
  })
  const isMarked = data !== undefined && data.soldOutUntil !== null
  const places = isMarked ? holdersText(t, data.heldBy) : []
  return (
    <section aria-label={t('orders.soldOut.title')} className="mt-6 border-line border-t pt-4">
      <div role="status">
        {data && <p className="font-semibold">{t(isMarked ? 'soldOut.done' : 'soldOut.undone', { name })}</p>}
        {isMarked && (
          <p className="mt-2 text-[15px] text-muted">
            {t(places.length > 0 ? 'soldOut.heldBy' : 'soldOut.heldByNobody')}
          </p>
        )}
        {places.length > 0 && (
          <ul className="mt-1 text-[15px]">
            {places.map((place) => (
              <li key={place} className="py-1">
                {place}
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isMarked && <p className="text-[15px] text-muted">{t('orders.soldOut.hint')}</p>}
      {/* One button that changes its word: the focus stays on it, and a slip is taken back where it happened. */}
      <Button
        variant="outline"
        size="large"
        className="mt-3 w-full aria-busy:opacity-60"
        aria-busy={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate(!isMarked)
        }}
      >
        {t(isMarked ? 'orders.soldOut.undo' : 'orders.soldOut.title')}
      </Button>
    </section>
  )
}
