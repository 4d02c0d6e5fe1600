import { ClipboardPaste, FileSpreadsheet, Pencil, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '../../lib/browser/paths.ts'
import { cx } from '../../ui/cx.ts'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import type { FirstStepsSlots } from './slots.ts'

const WAYS = [
  { way: 'list', Icon: ClipboardPaste },
  { way: 'file', Icon: FileSpreadsheet },
  { way: 'hand', Icon: Pencil },
] as const

/** The ways to the first dishes; each opens its dialog on the Menu tab. */
export function MenuWays({ sample }: Pick<FirstStepsSlots, 'sample'>) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="grid gap-3.5 sm:grid-cols-3">
        {WAYS.map(({ way, Icon }, i) => (
          <li key={way} className="flex flex-col rounded-control border border-line bg-paper p-3.5">
            <p className="flex items-center gap-3 text-[17px] leading-snug font-semibold">
              <span className="grid size-10 shrink-0 place-items-center rounded-[12px] bg-accent-soft text-accent">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              {t(`firstSteps.menu.${way}.title`)}
            </p>
            <p className="mt-2.5 mb-3 flex-1 text-sm text-muted">{t(`firstSteps.menu.${way}.about`)}</p>
            <Link
              href={`${paths.dashboardTab('menu')}&open=${way}`}
              className={cx(buttonClass({ variant: i === 0 ? 'primary' : 'outline' }), 'w-full')}
            >
              {t(`firstSteps.menu.${way}.go`)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-[15px] text-muted">
        <Sparkles aria-hidden="true" className="size-4.5 shrink-0" />
        {t('firstSteps.menu.noList')}
        <Button
          variant="quiet"
          pending={sample.isPending}
          onClick={sample.add}
          className="-mx-2 px-2! text-left! text-accent! underline underline-offset-3"
        >
          {t('firstSteps.menu.sample')}
        </Button>
      </p>
    </>
  )
}
