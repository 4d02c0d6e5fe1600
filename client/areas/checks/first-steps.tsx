import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { codesPrinted } from '../../lib/browser/dashboard.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, Card, cx, LoadFailure, StripButton, toast, useTranslation } from '../../ui/index.ts'
import { TeamStep } from '../accounts/index.ts'
import { type StepParts, useStepParts } from './server-checks.tsx'
import { MenuWays, NameForm, Progress, StepRow, TestActions } from './step-parts.tsx'
import { FIRST_STEPS, rowOf, type StepName, useSteps } from './steps.ts'

export default function FirstStepsView({ place, onOpen }: { place: 'list' | 'strip'; onOpen: () => void }) {
  const parts = useStepParts()
  return place === 'list' ? <FirstSteps {...parts} /> : <FirstStepsStrip {...parts} onOpen={onOpen} />
}

/** The list of first steps, above the board (docs/product/first-steps.md#first-steps-list). */
export function FirstSteps(parts: StepParts) {
  const { t } = useTranslation()
  const { facts, done, count, failure } = useSteps(parts)
  if (failure) return <LoadFailure description={errorMessage(failure.error)} onRetry={failure.retry} />
  if (!facts || !done || count === undefined) return null
  const isComplete = count === FIRST_STEPS.length
  return (
    <section aria-labelledby="first-steps" className="mx-auto max-w-[1320px] pt-3 pb-6">
      <div className="min-w-0">
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
            <Progress done={count} />
          </div>
        </div>
        <Card>
          <Rows {...parts} done={done} facts={facts} />
        </Card>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-1 text-sm text-muted">
          <p>{!isComplete && t('firstSteps.stays')}</p>
          {isComplete ? <CloseButton change={parts.change} /> : <PutAwayButton change={parts.change} />}
        </div>
      </div>
    </section>
  )
}

/** What the strip says of the list on the other tabs and above orders (docs/product/first-steps.md#first-steps-strip). */
export function FirstStepsStrip({ onOpen, ...parts }: StepParts & { onOpen: () => void }) {
  const { t } = useTranslation()
  const { count } = useSteps(parts)
  if (count === undefined) return null
  const { test } = parts
  return (
    <div className="flex shrink-0 items-center gap-3">
      <span className="max-sm:hidden">
        <Progress done={count} />
      </span>
      {test.openId !== null && (
        <StripButton variant="outline" onClick={test.cancel}>
          {t('firstSteps.test.cancel')}
        </StripButton>
      )}
      {count === FIRST_STEPS.length ? (
        <CloseButton change={parts.change} />
      ) : (
        <StripButton variant="outline" onClick={onOpen}>
          {t('firstSteps.goOn')}
        </StripButton>
      )}
    </div>
  )
}

function CloseButton({ change }: Pick<StepParts, 'change'>) {
  const { t } = useTranslation()
  return <StripButton onClick={() => change({ firstStepsAway: true })}>{t('firstSteps.close')}</StripButton>
}

function PutAwayButton({ change }: Pick<StepParts, 'change'>) {
  const { t } = useTranslation()
  const put = () => {
    change({ firstStepsAway: true })
    toast({ title: t('firstSteps.isAway'), description: t('firstSteps.whereAway') })
  }
  return (
    <Button variant="quiet" size="small" onClick={put} className="-mr-3 text-muted! underline underline-offset-3">
      {t('firstSteps.putAway')}
    </Button>
  )
}

/** On a phone, a button without edges begins where the text above it does. */
const QUIET = 'max-sm:-ml-5'

interface RowsProps extends StepParts {
  done: Record<StepName, boolean>
  facts: BeforeService
}

function Rows({ done, facts, ...parts }: RowsProps) {
  const { t } = useTranslation()
  const { restaurantName, language, currency } = useSettings()
  /** A step that somebody opened by hand; the first that is not done is open otherwise. */
  const [chosen, setChosen] = useState<StepName | null>(null)
  const next = FIRST_STEPS.find((step) => !done[step])
  const open = chosen ?? next
  const { sound } = parts
  const variant = (step: StepName) => (open === step && !done[step] ? 'primary' : 'outline')
  const button = (step: StepName, onClick: () => void, label: string = t(`firstSteps.${step}.open`)) => (
    <Button variant={variant(step)} onClick={onClick} className="max-sm:w-full">
      {label}
    </Button>
  )
  const link = (href: string, label: string, style: 'primary' | 'outline' | 'quiet') => (
    <Link href={href} className={cx(buttonClass({ variant: style }), style === 'quiet' ? QUIET : 'max-sm:w-full')}>
      {label}
    </Link>
  )
  const tables = rowOf(facts, 'tables')
  const tablesTab = paths.dashboardTab('tables')
  const rows: Record<StepName, { line?: string; action?: ReactNode; children?: ReactNode }> = {
    name: {
      line: done.name
        ? t('firstSteps.name.done', {
            name: restaurantName,
            language: t(`catering.languages.${language}`),
            currency: currency.toUpperCase(),
          })
        : undefined,
      action:
        open !== 'name' &&
        (done.name ? (
          <Button variant="quiet" className={QUIET} onClick={() => setChosen('name')}>
            {t('firstSteps.change')}
          </Button>
        ) : (
          button('name', () => setChosen('name'))
        )),
      children: <NameForm onSaved={() => setChosen(null)} />,
    },
    menu: {
      line: done.menu ? rowOf(facts, 'menu')?.text : undefined,
      action: done.menu
        ? link(paths.dashboardTab('menu'), t('firstSteps.change'), 'quiet')
        : open !== 'menu' && button('menu', () => setChosen('menu')),
      children: !done.menu && <MenuWays sample={parts.sample} />,
    },
    tables:
      tables?.state === 'unused'
        ? {
            line: tables.text,
            action: (
              <Button variant="quiet" className={QUIET} onClick={() => parts.change({ noTables: false })}>
                {t('firstSteps.change')}
              </Button>
            ),
          }
        : {
            line: done.tables
              ? [tables?.text, !codesPrinted.read() && t('firstSteps.tables.notPrinted')].filter(Boolean).join(' ')
              : undefined,
            action: done.tables ? (
              <>
                {link(`${tablesTab}&open=codes`, t('firstSteps.tables.print'), 'outline')}
                {link(tablesTab, t('firstSteps.change'), 'quiet')}
              </>
            ) : (
              <>
                {open === 'tables' && (
                  <Button variant="quiet" className={QUIET} onClick={() => parts.change({ noTables: true })}>
                    {t('firstSteps.tables.none')}
                  </Button>
                )}
                {link(tablesTab, t('firstSteps.tables.open'), variant('tables'))}
              </>
            ),
          },
    team: {
      line: done.team ? rowOf(facts, 'team')?.text : undefined,
      action:
        open === 'team' && done.team ? (
          <Button className="max-sm:w-full" onClick={() => setChosen(null)}>
            {t('firstSteps.team.all')}
          </Button>
        ) : done.team ? (
          <Button variant="quiet" className={QUIET} onClick={() => setChosen('team')}>
            {t('firstSteps.change')}
          </Button>
        ) : open === 'team' ? (
          <Button variant="quiet" className={QUIET} onClick={() => parts.change({ registration: false })}>
            {t('firstSteps.team.alone')}
          </Button>
        ) : (
          button('team', () => setChosen('team'))
        ),
      // Chosen, so that it stays open for the next person once it is done.
      children: <TeamStep onAdd={() => setChosen('team')} />,
    },
    sound: {
      line: done.sound ? t('firstSteps.sound.done') : undefined,
      action: done.sound ? (
        <Button variant="quiet" className={QUIET} onClick={sound.play}>
          {t('firstSteps.sound.again')}
        </Button>
      ) : (
        button('sound', sound.turnOn)
      ),
    },
    test: {
      line: done.test ? rowOf(facts, 'order')?.text : undefined,
      action: <TestActions {...parts} isDone={done.test} variant={variant('test')} />,
    },
  }
  return (
    <ol aria-label={t('firstSteps.title')} className="divide-y divide-line">
      {FIRST_STEPS.map((step) => (
        <StepRow key={step} step={step} isDone={done[step]} isOpen={open === step} {...rows[step]} />
      ))}
    </ol>
  )
}
