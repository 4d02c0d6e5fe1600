import { useEffect, useRef, useState } from 'react'
import { useAddressChoice } from '../../lib/browser/dashboard.ts'
import { DraftNotice } from '../../lib/changes/editor-form.tsx'
import { NotLoaded, shapeRows } from '../../lib/loading/list.tsx'
import { cx, TabPanel, Tabs, useTranslation } from '../../ui/index.ts'
import { PreviousEvents } from './previous-events.tsx'
import { FIELDS_OF_STEP, type ProposalEditor, proposalSchema, STEPS, type Step, useProposal } from './proposal.ts'
import { DetailsStep, MenuStep, PreviewStep } from './steps.tsx'

/** The three steps of a proposal (docs/product/catering.md#catering-wizard). */
function Wizard({ proposal }: { proposal: ProposalEditor }) {
  const { t } = useTranslation()
  const { form, menu, values, lines, isPending } = proposal
  const root = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves === 0) return
    const at = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    ;(at('[aria-invalid=true]') ?? at('h2'))?.focus()
  }, [moves])
  const input = proposalSchema.safeParse(values).data
  // A newer version of the form may refuse a kept draft.
  const step = values.step === 'preview' && !input ? 'details' : values.step
  const moveTo = (next: Step) => {
    form.setValue('step', next)
    setMoves(moves + 1)
  }
  const moveOn = async (next: Step) => {
    // A dish that has left the menu has no field to correct.
    if (step === 'menu')
      form.setValue(
        'dishes',
        values.dishes.filter(({ id }) => menu.data?.some((dish) => dish.id === id)),
      )
    moveTo((await form.trigger(FIELDS_OF_STEP[step])) ? next : step)
  }
  const generate = async () => {
    await proposal.submit()
    const isRefused = (one: Step) => FIELDS_OF_STEP[one].some((field) => form.getFieldState(field).invalid)
    const next = STEPS.find(isRefused) ?? form.getValues('step')
    if (next !== step) moveTo(next)
  }
  return (
    <div ref={root} className={cx('mx-auto space-y-4', step === 'menu' ? 'max-w-5xl' : 'max-w-3xl')}>
      <DraftNotice
        editor={{
          ...proposal,
          startOver() {
            proposal.startOver()
            setMoves(moves + 1)
          },
        }}
        className="mb-0"
      />
      <h2 tabIndex={-1} className="display scroll-mt-4 text-title leading-tight outline-none">
        {t(`catering.stepTitles.${step}`)}{' '}
        <span className="font-sans text-sm text-muted">{t('catering.step', { number: STEPS.indexOf(step) + 1 })}</span>
      </h2>
      {step === 'details' ? (
        // A draft is restored, and dropped, under a field that keeps its own text.
        <DetailsStep key={String(proposal.isRestored)} editor={proposal} onNext={() => void moveOn('menu')} />
      ) : !menu.data ? (
        <NotLoaded queries={[menu]} label={t('catering.loadingMenu')} shapes={MENU_SHAPES} className="space-y-3" />
      ) : step === 'menu' ? (
        <MenuStep
          editor={proposal}
          dishes={menu.data}
          onBack={() => moveTo('details')}
          onPreview={() => void moveOn('preview')}
        />
      ) : (
        input && (
          <PreviewStep
            input={input}
            language={proposal.language}
            lines={lines}
            isPending={isPending}
            onBack={() => moveTo('menu')}
            onGenerate={() => void generate()}
          />
        )
      )}
    </div>
  )
}

const MENU_SHAPES = ['h-11', ...shapeRows(7, 'h-15')]

const SECTIONS = ['generate', 'previous'] as const

/** The events tab: the wizard for a proposal, and the previous events (docs/product/catering.md#catering-wizard). */
export default function EventsTab() {
  const { t } = useTranslation()
  const [section, chooseSection] = useAddressChoice('events', SECTIONS)
  const proposal = useProposal()
  return (
    <Tabs
      variant="chips"
      value={section}
      onValueChange={chooseSection}
      label={t('dashboard.tabs.events')}
      options={SECTIONS.map((value) => ({ value, label: t(`catering.views.${value}`) }))}
    >
      <TabPanel value="generate" className="pt-4">
        <Wizard proposal={proposal} />
      </TabPanel>
      <TabPanel value="previous" className="pt-4">
        <PreviousEvents proposal={proposal} onGenerate={() => chooseSection('generate')} />
      </TabPanel>
    </Tabs>
  )
}
