import { needsAttention } from '#shared/domain/checks.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, cx, LoadFailure, StripButton, t, toast } from '../../ui/index.ts'
import { useTestOrder } from '../board/index.ts'
import { useAddresses } from '../codes/index.ts'
import { CheckRow } from './check-row.tsx'
import { useFirstSteps } from './checks.tsx'

export default function FirstStepsView({ place, onOpen }: { place: 'list' | 'strip'; onOpen: () => void }) {
  return place === 'list' ? <FirstSteps /> : <FirstStepsStrip onOpen={onOpen} />
}

/** The checks that lead to the first order, above the board (docs/product/first-steps.md#first-steps-list). */
function FirstSteps() {
  const { reservations } = useSettings()
  const { query, steps, count, isComplete } = useFirstSteps()
  if (!steps && query.error && !query.isFetching)
    return <LoadFailure description={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (!steps || count === undefined) return null
  const next = steps.find(needsAttention)
  return (
    <section aria-labelledby="first-steps" className="mx-auto max-w-[1320px] pt-3 pb-6">
      <div className="mb-3.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="first-steps" className="display text-head leading-tight">
            {t(isComplete ? 'firstSteps.complete' : 'firstSteps.title')}
          </h2>
          <p className="text-name text-muted">
            {t(isComplete ? 'firstSteps.completeDescription' : 'firstSteps.about')}
          </p>
        </div>
        <div role="status">
          <Progress done={count} all={steps.length} />
        </div>
      </div>
      <Card>
        <ol aria-label={t('firstSteps.title')} className="divide-y divide-line">
          {steps.map((step) => (
            <CheckRow key={step.name} {...step} isNext={step === next} />
          ))}
        </ol>
      </Card>
      {reservations?.online && <ReserveAddress />}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-1 text-sm text-muted">
        <p>{!isComplete && t('firstSteps.stays')}</p>
        <PutAwayButton isComplete={isComplete} />
      </div>
    </section>
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
    <p className="flex items-center gap-3 text-body font-semibold text-muted">
      <span aria-hidden="true" className="flex gap-1">
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
