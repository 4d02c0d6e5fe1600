import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/parts/skeleton.tsx'

const CARDS = [1, 2, 3, 4, 5, 6]

/** A placeholder for the menu while it loads. */
export function MenuSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="pt-6 md:pt-8">
        <Skeleton className="mb-4 h-7 w-44 md:mb-6 md:h-9" />
        <div className="grid grid-cols-1 gap-[13px] md:grid-cols-2 md:gap-[21px] lg:grid-cols-3">
          {CARDS.map((card) => (
            <div
              key={card}
              className="flex gap-4 rounded-card border border-line bg-card p-[15px] md:flex-col-reverse md:gap-0 md:p-0"
            >
              <div className="flex-1 md:p-4">
                <Skeleton className="h-5 w-3/5" />
                <Skeleton className="mt-3 h-3.5 w-full" />
                <Skeleton className="mt-2 h-3.5 w-4/5" />
                <Skeleton className="mt-9 h-5 w-24" />
              </div>
              <Skeleton className="h-[110px] w-[116px] rounded-[14px] md:h-[172px] md:w-full md:rounded-t-[17px] md:rounded-b-none" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
