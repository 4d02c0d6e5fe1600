import { Check, ClipboardPaste, FileSpreadsheet, Pencil, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LANGUAGE_NAMES } from '../../lib/browser/preferences.tsx'
import { useSendForm } from '../../lib/changes/send-form.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  type ButtonStyle,
  buttonClass,
  ChoiceChips,
  cx,
  i18n,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import type { StepParts } from './server-checks.tsx'
import { FIRST_STEPS, type StepName } from './steps.ts'

/** How many steps are done: as bars, and in words. */
export function Progress({ done }: { done: number }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 text-body font-semibold text-muted">
      <span aria-hidden="true" className="flex gap-1">
        {FIRST_STEPS.map((step, i) => (
          <span key={step} className={cx('h-2 w-7.5 rounded-full', i < done ? 'bg-ready' : 'bg-line')} />
        ))}
      </span>
      {t('firstSteps.progress', { done, all: FIRST_STEPS.length })}
    </p>
  )
}

interface StepRowProps {
  step: StepName
  isDone: boolean
  /** Whether the row shows its ways, in `children`. */
  isOpen: boolean
  /** The line below the title; by default what the step is for. */
  line?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** One step: its number or a tick, title and line, and its button; an open one has its ways below. */
export function StepRow({ step, isDone, isOpen, line, action, children }: StepRowProps) {
  const { t } = useTranslation()
  const title = t(`firstSteps.${step}.title`)
  return (
    <li aria-label={title} className="flex gap-4 px-4 py-2.5 sm:px-5">
      <span
        className={cx(
          'figures grid size-9 shrink-0 place-items-center rounded-full text-base font-semibold',
          isDone ? 'bg-ready-soft text-ready' : isOpen ? 'bg-accent text-on-accent' : 'bg-sunk text-muted',
        )}
      >
        {isDone ? (
          <>
            <Check className="size-5" />
            <span className="sr-only">{t('firstSteps.isDone')}</span>
          </>
        ) : (
          FIRST_STEPS.indexOf(step) + 1
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-64">
            <h3 className={isOpen ? 'display text-title leading-tight' : 'text-name leading-6 font-semibold'}>
              {title}
            </h3>
            <p className="mt-0.5 break-words text-body text-muted">{line ?? t(`firstSteps.${step}.about`)}</p>
          </div>
          {action && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{action}</div>}
        </div>
        {isOpen && children && <div className="mt-3">{children}</div>}
      </div>
    </li>
  )
}

const WAYS = [
  { way: 'list', Icon: ClipboardPaste },
  { way: 'file', Icon: FileSpreadsheet },
  { way: 'hand', Icon: Pencil },
] as const

export function MenuWays({ sample }: Pick<StepParts, 'sample'>) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="grid gap-3.5 sm:grid-cols-3">
        {WAYS.map(({ way, Icon }, i) => (
          <li key={way} className="flex flex-col rounded-control border border-line bg-paper p-3.5">
            <p className="flex items-center gap-3 text-name leading-snug font-semibold">
              <span className="grid size-10 shrink-0 place-items-center rounded-field bg-accent-soft text-accent">
                <Icon className="size-5" />
              </span>
              {t(`firstSteps.menu.${way}.title`)}
            </p>
            <p className="mt-2.5 mb-3 flex-1 text-sm text-muted">{t(`firstSteps.menu.${way}.about`)}</p>
            <Link
              href={paths.dashboardTab('menu', { open: way })}
              className={cx(buttonClass({ variant: i === 0 ? 'primary' : 'outline' }), 'w-full')}
            >
              {t(`firstSteps.menu.${way}.go`)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-body text-muted">
        <Sparkles className="size-4.5 shrink-0" />
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

interface TestActionsProps extends Pick<StepParts, 'test' | 'resuming'> {
  isDone: boolean
  variant: ButtonStyle['variant']
}

/** Sends a test order, cancels it, and says what keeps it from being sent. */
export function TestActions({ test, resuming, isDone, variant }: TestActionsProps) {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  if (test.openId !== null) {
    return (
      <>
        <p role="status" className="text-body">
          {t('firstSteps.test.onBoard', { id: test.openId })}
        </p>
        <Button variant="outline" onClick={test.cancel}>
          {t('firstSteps.test.cancel')}
        </Button>
      </>
    )
  }
  if (ordersPaused && !isDone) {
    return (
      <>
        <p className="max-w-xs text-sm text-pending">{t('firstSteps.test.paused')}</p>
        <Button variant={variant} pending={resuming.isPending} onClick={resuming.resume}>
          {t('kitchen.menu.resume')}
        </Button>
      </>
    )
  }
  return (
    <>
      {test.lacksParts && (
        <p role="status" className="max-w-xs text-sm text-pending">
          {t('firstSteps.test.needs')}
        </p>
      )}
      <Button
        variant={isDone ? 'quiet' : variant}
        pending={test.isPending}
        onClick={test.send}
        className={isDone ? undefined : 'max-sm:w-full'}
      >
        {t('firstSteps.test.open')}
      </Button>
    </>
  )
}

const nameSchema = z.object({
  restaurantName: z.string().check(z.trim(), z.minLength(1, 'firstSteps.name.required')),
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
})

/** The first step's form: the restaurant's name, language and currency together. */
export function NameForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation()
  const { restaurantName, language, currency } = useSettings()
  const { mutateAsync } = useChangeSettings()
  const sending = useSendForm({
    schema: nameSchema,
    // Until the restaurant has a name nobody has chosen its language: the owner's is offered.
    start: { restaurantName: restaurantName ?? '', language: restaurantName ? language : i18n.language, currency },
    send: mutateAsync,
    onSent: onSaved,
  })
  const { control } = sending.form
  const inLanguage = useController({ control, name: 'language' }).field
  const inCurrency = useController({ control, name: 'currency' }).field
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-5 gap-y-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        sending.submit()
      }}
    >
      <TextField
        label={t('settings.restaurantName')}
        {...sending.register('restaurantName')}
        fieldClass="min-w-0 flex-1 basis-64"
        autoComplete="organization"
        maxLength={RESTAURANT_TEXTS.restaurantName}
      />
      <ChoiceChips
        label={t('common.language')}
        value={inLanguage.value}
        onChange={inLanguage.onChange}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <ChoiceChips
        label={t('firstSteps.name.currency')}
        value={inCurrency.value}
        onChange={inCurrency.onChange}
        options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
      />
      <Button type="submit" pending={sending.isPending} className="min-h-[46px]! max-sm:w-full sm:mt-[25px]">
        {t('common.save')}
      </Button>
    </form>
  )
}
