import { Check as Tick } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useLocation } from 'wouter'
import { needsAttention } from '#shared/contracts/before-service.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { paths } from '../../lib/browser/paths.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, cx, LoadFailure, StripButton, t, toast } from '../../ui/index.ts'
import { useTestOrder } from '../board/index.ts'
import { useAddresses } from '../codes/index.ts'
import { useFocusFallback } from './check-row.tsx'
import { type Check, useFirstSteps } from './checks.tsx'
import { NextStep } from './ways.tsx'

export default function FirstStepsView({ place, onOpen }: { place: 'list' | 'strip'; onOpen: () => void }) {
  return place === 'list' ? <FirstSteps /> : <FirstStepsStrip onOpen={onOpen} />
}

/** The checks that lead to the first order, above the board (docs/product/first-steps.md#first-steps-list). */
function FirstSteps() {
  const { reservations } = useSettings()
  const [chosen, setChosen] = useState<string>()
  const { query, steps, count, isComplete } = useFirstSteps()
  if (!steps && query.error && !query.isFetching)
    return <LoadFailure description={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (!steps || count === undefined) return null
  const open = chosen ?? steps.find(needsAttention)?.name
  return (
    <section aria-labelledby="first-steps" className="flex items-start gap-14 pt-2 pb-4">
      <div className="w-full max-w-[55rem]">
        <div className="mb-2.5 flex items-end justify-between gap-x-6">
          <div>
            <h2 id="first-steps" className="display text-head leading-tight">
              {t(isComplete ? 'firstSteps.complete' : 'firstSteps.title')}
            </h2>
            <p className="text-body text-muted max-sm:hidden">
              {t(isComplete ? 'firstSteps.completeDescription' : 'firstSteps.about')}
            </p>
          </div>
          <div role="status">
            <Progress done={count} all={steps.length} />
          </div>
        </div>
        <Card>
          <ol aria-label={t('firstSteps.title')} className="divide-y divide-line">
            {steps.map((step, index) => (
              <StepRow
                key={step.name}
                {...step}
                number={index + 1}
                isOpen={step.name === open}
                setOpen={(isOpen) => setChosen(isOpen ? step.name : undefined)}
              />
            ))}
          </ol>
        </Card>
        {reservations?.online && <ReserveAddress />}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 px-1 text-muted text-sm">
          <Later />
          <PutAwayButton isComplete={isComplete} />
        </div>
      </div>
      <Plate />
    </section>
  )
}

interface StepRowProps extends Check {
  number: number
  /** One step is open: it has its form, and the only solid button. */
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function StepRow({ number, isOpen, setOpen, title, text, state, buttons, form }: StepRowProps) {
  const row = useFocusFallback<HTMLLIElement>()
  const isDone = !needsAttention({ state })
  const openForm = form && (
    <Button size="small" variant={isDone ? 'quiet' : 'outline'} onClick={() => setOpen(true)}>
      {t(isDone ? 'floor.change' : form.open)}
    </Button>
  )
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-label={title}
      className="flex gap-3 px-3.5 py-1.5 outline-none sm:gap-4.5 sm:px-5.5 sm:py-2"
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full font-semibold sm:size-9',
          isDone ? 'bg-ready-soft text-ready' : isOpen ? 'bg-accent text-on-accent' : 'bg-sunk text-muted',
        )}
      >
        {isDone ? <Tick className="size-4.5" strokeWidth={3} /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-24">
          <p className={isOpen ? 'display text-title leading-tight' : 'font-semibold text-body leading-snug'}>
            {title}
          </p>
          {isDone && <span className="sr-only">{t('beforeService.states.ok')}</span>}
          <p role="status" className={cx('text-muted text-small', !isOpen && 'max-sm:sr-only')}>
            {text}
          </p>
        </div>
        {!isOpen && (isDone || !form) && buttons}
        {!isOpen && openForm}
        {isOpen && (
          <div className="basis-full max-sm:-ml-11 max-sm:basis-[calc(100%+2.75rem)]">
            {form?.content(setOpen)}
            <div className="mt-2 flex flex-wrap items-center gap-2.5 empty:hidden">
              <NextStep value={!form}>{buttons}</NextStep>
            </div>
          </div>
        )}
      </div>
    </li>
  )
}

/** What else there is, each with the way to it. */
function Later() {
  const ways = {
    reservations: () => openDialog('settings', 'reservations'),
    prices: () => navigate(paths.dashboardTab('menu', { list: 'prices' })),
    payments: () => openDialog('settings', 'payments'),
    printers: () => openDialog('settings', 'printers'),
  }
  const [, navigate] = useLocation()
  return (
    <p>
      {t('firstSteps.later.title')}{' '}
      {(Object.keys(ways) as (keyof typeof ways)[]).map((way, index) => (
        <Fragment key={way}>
          {index > 0 && ' · '}
          <button type="button" className="touch underline underline-offset-3" onClick={ways[way]}>
            {t(`firstSteps.later.${way}`)}
          </button>
        </Fragment>
      ))}
    </p>
  )
}

/** A covered plate on a table, where there is room. */
function Plate() {
  return (
    <svg
      viewBox="0 0 300 230"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      className="mt-20 w-80 min-w-0 stroke-accent @max-[75rem]/page:hidden"
    >
      <path d="M30 160h240M60 162l-15 60M240 162l15 60" strokeWidth="9" />
      <path d="M95 150a55 55 0 01110 0z" strokeWidth="4" className="fill-card stroke-line" />
      <path d="M135 70c-8-12 8-18 0-32M165 70c-8-12 8-18 0-32" strokeWidth="5" />
    </svg>
  )
}

/** What the strip says of the list on the other tabs and above orders (docs/product/first-steps.md#first-steps-strip). */
function FirstStepsStrip({ onOpen }: { onOpen: () => void }) {
  const { steps, count, isComplete } = useFirstSteps()
  const { openId, cancel } = useTestOrder()
  if (!steps || count === undefined) return null
  return (
    <div className="flex shrink-0 items-center gap-3">
      <span className="max-sm:hidden">
        <Progress done={count} all={steps.length} />
      </span>
      {openId !== null && (
        <StripButton variant="outline" onClick={cancel}>
          {t('firstSteps.test.cancel')}
        </StripButton>
      )}
      {isComplete ? (
        <PutAwayButton isComplete />
      ) : (
        <StripButton variant="outline" onClick={onOpen}>
          {t('firstSteps.goOn')}
        </StripButton>
      )}
    </div>
  )
}

/** Where guests reserve, for the places where they look the restaurant up. */
function ReserveAddress() {
  const { data } = useAddresses()
  if (!data) return null
  const address = new URL(paths.reserve, data.origin).href
  return (
    <p className="mt-3 px-1 text-body">
      {t('firstSteps.reserve')}{' '}
      <a href={address} className="text-link touch break-all">
        {address}
      </a>
    </p>
  )
}

/** How many steps are done: as bars, and in words. */
function Progress({ done, all }: { done: number; all: number }) {
  return (
    <p className="flex items-center gap-3 whitespace-nowrap text-body font-semibold text-muted">
      <span aria-hidden="true" className="flex gap-1 max-sm:hidden">
        {Array.from({ length: all }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The bars are alike.
          <span key={i} className={cx('h-2 w-7.5 rounded-full', i < done ? 'bg-ready' : 'bg-line')} />
        ))}
      </span>
      {t('firstSteps.progress', { done, all })}
    </p>
  )
}

/** Closes the list for all owners; one that is not complete says where it is found. */
function PutAwayButton({ isComplete }: { isComplete: boolean }) {
  const { mutate } = useChangeSettings()
  const put = () => {
    mutate({ firstStepsAway: true })
    if (!isComplete) toast({ title: t('firstSteps.isAway'), description: t('firstSteps.whereAway') })
  }
  if (isComplete) return <StripButton onClick={put}>{t('firstSteps.close')}</StripButton>
  return (
    <Button variant="quiet" size="small" onClick={put} className="-mr-3 text-muted! underline underline-offset-3">
      {t('firstSteps.putAway')}
    </Button>
  )
}
