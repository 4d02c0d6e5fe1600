import { Check, ExternalLink, RotateCcw } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { useAddressChoice } from '../../lib/browser/address.ts'
import { RestoredNotice } from '../../lib/changes/draft-notice.tsx'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button, buttonClass, cx, IconButton, TabPanel, Tabs, useTranslation } from '../../ui/index.ts'
import { DetailsStep, PreviewStep } from './details-step.tsx'
import {
  type Draft,
  emptyDraft,
  isEmptyDraft,
  opensWithDraft,
  STEPS,
  type Step,
  useDraft,
  useGenerate,
} from './draft.ts'
import { proposalAddress } from './event-requests.ts'
import { MenuStep } from './menu-step.tsx'
import { PreviousEvents } from './previous-events.tsx'

/** The three steps of a proposal (docs/product/catering.md#catering-wizard). */
function Wizard({ userId, onSeePrevious }: { userId: number; onSeePrevious: () => void }) {
  const draft = useDraft(userId)
  const [isRestored] = useState(() => opensWithDraft(userId))
  const { generate, isPending, generated } = useGenerate()
  /** Number of restarts: a new key resets the form's fields. */
  const [restarts, setRestarts] = useState(0)
  const heading = useStepHeading(draft.step, draft.issues.length > 0)
  const startOver = () => {
    emptyDraft()
    setRestarts(restarts + 1)
  }
  return (
    <div className={cx('mx-auto space-y-4', draft.step === 'menu' ? 'max-w-5xl' : 'max-w-3xl')}>
      {generated && draft.step === 'details' && (
        <GeneratedEventNotice event={generated} onSeePrevious={onSeePrevious} />
      )}
      {isRestored && !isEmptyDraft(draft) && (
        <RestoredNotice
          onStartOver={() => {
            startOver()
            heading.current?.focus()
          }}
        />
      )}
      <div className="flex min-h-11 items-center justify-between gap-x-2">
        <StepTitle step={draft.step} heading={heading} />
        <RestartButton draft={draft} isPending={isPending} heading={heading} onRestart={startOver} />
      </div>
      {draft.step === 'details' && <DetailsStep key={restarts} draft={draft} />}
      {draft.step === 'menu' && <MenuStep draft={draft} />}
      {draft.step === 'preview' && <PreviewStep draft={draft} isPending={isPending} onGenerate={generate} />}
    </div>
  )
}

/** The ref of the step's heading, which gets the focus when the step changes, unless an invalid field gets it. */
function useStepHeading(step: Step, hasIssues: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    if (hasIssues) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step, hasIssues])
  return heading
}

function StepTitle({ step, heading }: { step: Step; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation()
  const position = STEPS.indexOf(step)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <ol aria-label={t('catering.steps')} className="flex items-center gap-1">
        {STEPS.map((listedStep, i) => (
          <li
            key={listedStep}
            aria-current={listedStep === step ? 'step' : undefined}
            className={cx(
              'flex h-7 min-w-7 items-center justify-center gap-1.5 rounded-full text-sm font-bold @min-[48rem]/page:px-3',
              listedStep === step ? 'bg-ink text-paper' : 'bg-sunk text-muted',
            )}
          >
            {i < position ? <Check className="size-4" /> : <span aria-hidden="true">{i + 1}</span>}
            {/* The heading beside them names the present one. */}
            <span className={cx('sr-only', listedStep !== step && '@min-[48rem]/page:not-sr-only')}>
              {t(`catering.stepTitles.${listedStep}`)}
            </span>
          </li>
        ))}
      </ol>
      <h2
        ref={heading}
        tabIndex={-1}
        className="display scroll-mt-4 text-[22px] leading-tight outline-none @min-[48rem]/page:order-first"
      >
        {t(`catering.stepTitles.${step}`)}
        <span className="sr-only">, {t('catering.step', { number: position + 1 })}</span>
      </h2>
    </div>
  )
}

interface RestartButtonProps {
  draft: Draft
  isPending: boolean
  heading: RefObject<HTMLElement | null>
  onRestart: () => void
}

function RestartButton({ draft, isPending, heading, onRestart }: RestartButtonProps) {
  const { t } = useTranslation()
  const name = draft.details.customerName.trim()
  if (isEmptyDraft(draft)) return null
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('catering.startAnewTitle'),
      description: name ? t('catering.startAnewDescription', { name }) : t('catering.startAnewUnnamed'),
      confirm: t('catering.startAnew'),
      isDestructive: true,
      focusAfter: heading,
    })
    if (isConfirmed) onRestart()
  }
  return (
    <IconButton label={t('catering.startAnew')} disabled={isPending} onClick={() => void ask()}>
      <RotateCcw className="size-5" />
    </IconButton>
  )
}

/** The event that was just created, with links to its proposal and to the previous events. */
function GeneratedEventNotice({ event, onSeePrevious }: { event: CateringEvent; onSeePrevious: () => void }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('catering.generated')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-control bg-ready-soft px-4 py-3 text-ready"
    >
      <p className="min-w-0 flex-1 basis-60 font-semibold break-words">
        {t('catering.generatedFor', { name: event.customerName })}
      </p>
      <div className="flex flex-wrap gap-2">
        <a
          href={proposalAddress(event, event.language)}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'outline' })}
        >
          <ExternalLink className="size-4.5" />
          {t('catering.openProposal')}
        </a>
        <Button variant="outline" onClick={onSeePrevious}>
          {t('catering.seePrevious')}
        </Button>
      </div>
    </section>
  )
}

const SECTIONS = ['generate', 'previous'] as const

interface EventsTabProps {
  /** The signed-in user: a draft is shown only to the user who typed it. */
  userId: number
}

/** The events tab: the wizard for a proposal, and the previous events (docs/product/catering.md#catering-wizard). */
export default function EventsTab({ userId }: EventsTabProps) {
  const { t } = useTranslation()
  const [section, chooseSection] = useAddressChoice('events', SECTIONS)
  return (
    <Tabs
      variant="chips"
      value={section}
      onValueChange={chooseSection}
      label={t('dashboard.tabs.events')}
      options={SECTIONS.map((value) => ({ value, label: t(`catering.views.${value}`) }))}
    >
      <TabPanel value="generate" className="pt-4">
        <Wizard userId={userId} onSeePrevious={() => chooseSection('previous')} />
      </TabPanel>
      <TabPanel value="previous" className="pt-4">
        <PreviousEvents userId={userId} onGenerate={() => chooseSection('generate')} />
      </TabPanel>
    </Tabs>
  )
}
