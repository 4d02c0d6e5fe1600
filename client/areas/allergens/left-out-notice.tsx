import { useTranslation } from '../../ui/index.ts'
import { showAllDishes } from './guest-filter.ts'

/** How many dishes the guest's filter leaves out, with a button that shows them. */
export function LeftOutNotice({ count, onShow }: { count: number; onShow?: () => void }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex min-h-11 flex-wrap items-center gap-x-3 text-[15px] text-muted">
      {t('menu.leftOut', { count })}
      <button
        type="button"
        onClick={() => {
          showAllDishes()
          onShow?.()
        }}
        className="touch font-semibold text-ink underline underline-offset-4"
      >
        {t('menu.showLeftOut', { count })}
      </button>
    </p>
  )
}
